package io.windsock.topology.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountsFormatTest {
  private static final List<String> STREAMS = List.of("positions", "status");
  private static final List<String> RULES = List.of("first", "landed");

  @Test
  void shouldReadBackWhatItWrote() {
    Accounts accounts = accounts();

    Accounts read = AccountsFormat.decode(AccountsFormat.encode(accounts), STREAMS, RULES);

    assertThat(AccountsFormat.encode(read)).isEqualTo(AccountsFormat.encode(accounts));
    assertThat(read.nextMarker(1, 7, 0, 0).toString())
        .isEqualTo(accounts.nextMarker(1, 7, 0, 0).toString());
  }

  @Test
  void shouldKeepTheCountsOfRulesThatAreGoneSoThatTheMarkerAddsUp() {
    Accounts read =
        AccountsFormat.decode(
            AccountsFormat.encode(accounts()), STREAMS, List.of("landed", "latest"));

    assertThat(read.nextMarker(1, 0, 0, 0).getTaken())
        .isEqualTo(Map.of("landed", 2L, AccountsFormat.FORMER_RULES, 3L));
    assertThat(read.nextMarker(1, 0, 0, 0).getTaken()).isEmpty();
  }

  @Test
  void shouldKeepTheCountsOfRulesThatAreGoneOverFurtherRestarts() {
    List<String> others = List.of("landed", "latest");
    Accounts once = AccountsFormat.decode(AccountsFormat.encode(accounts()), STREAMS, others);

    Accounts twice = AccountsFormat.decode(AccountsFormat.encode(once), STREAMS, others);

    assertThat(twice.nextMarker(1, 0, 0, 0).getTaken())
        .isEqualTo(Map.of("landed", 2L, AccountsFormat.FORMER_RULES, 3L));
  }

  @Test
  void shouldFindEachStreamUnderItsNameWhenStreamsAreAdded() {
    Accounts read =
        AccountsFormat.decode(
            AccountsFormat.encode(accounts()), List.of("crew", "positions", "status"), RULES);

    assertThat(read.stamp).containsExactly(0, 41, 12);
  }

  @Test
  void shouldRefuseBytesThatItHasNotWritten() {
    byte[] bytes = AccountsFormat.encode(accounts());
    byte[] later = bytes.clone();
    later[0] = 9;

    assertThatThrownBy(() -> AccountsFormat.decode(later, STREAMS, RULES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("accounts of format 9, not 2");
    assertThatThrownBy(
            () -> AccountsFormat.decode(Arrays.copyOf(bytes, bytes.length - 4), STREAMS, RULES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("EOFException");
  }

  private static Accounts accounts() {
    Accounts accounts = new Accounts(STREAMS, RULES);
    accounts.receive(0, 40, 1_000);
    accounts.receive(1, 11, 2_000);
    accounts.epoch = 4;
    accounts.forwarded = 2;
    accounts.passed = 1;
    accounts.carried = 5;
    accounts.derived = 6;
    accounts.deadLettered = 8;
    accounts.taken[0] = 3;
    accounts.taken[1] = 2;
    accounts.marker = 77;
    accounts.heldAtMarker = 9;
    return accounts;
  }
}
