package io.windsock.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EpochWaitTest {
  private static final String NOW =
      "{'heardMs':9000,'sample':{'refused':'','partitions':[{'partition':0,'epoch':7},"
          + "{'partition':1,'epoch':7}]}}";
  private static final String GONE =
      "{'heardMs':1000,'sample':{'refused':'','partitions':[{'partition':1,'epoch':3}]}}";
  private static final String ALONE =
      "{'heardMs':1000,'sample':{'refused':'no class','partitions':[{'partition':2,'epoch':3}]}}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "[] | 7 | no topology has reported yet",
        "[NOW] | 7 | ##",
        "[NOW] | 8 | partition 0 is under epoch 7",
        "[GONE,NOW] | 7 | ##",
        "[NOW,GONE] | 7 | ##",
        "[NOW,ALONE] | 7 | partition 2 is under epoch 3: no class",
      })
  void shouldBelieveWhoSpokeLastOfAPartition(String topologies, long epoch, String behind)
      throws Exception {
    String json = topologies.replace("NOW", NOW).replace("GONE", GONE).replace("ALONE", ALONE);

    assertThat(EpochWait.behind(new ObjectMapper().readTree(json.replace('\'', '"')), epoch))
        .isEqualTo(behind);
  }
}
