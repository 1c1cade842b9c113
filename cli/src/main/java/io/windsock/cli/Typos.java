package io.windsock.cli;

/** Computes the edit distance between two names. */
final class Typos {
  private Typos() {}

  /**
   * Returns how many letters must be added, removed, replaced or swapped with the next to turn one
   * name into the other.
   */
  static int between(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = i == 0 || j == 0 ? i + j : least(a, b, i, j, cost);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int least(String a, String b, int i, int j, int[][] cost) {
    int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, 1 + cost[i - 2][j - 2]) : least;
  }
}
