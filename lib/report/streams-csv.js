'use strict';

/* The columns that a CSV has where any of its rows is one of a stream. */

// [name of the column, field of `stream`]
const FIELDS = [
  ['runs', 'runs'],
  ['bytes_in', 'bytesIn'],
  ['bytes_out', 'bytesOut'],
  ['chunks_in', 'chunksIn'],
  ['chunks_out', 'chunksOut'],
  ['bytes_per_second_low', 'bytesPerSecondLow'],
  ['bytes_per_second_high', 'bytesPerSecondHigh'],
  ['first_byte_ns', 'firstByteNs'],
  ['peak_rss_bytes', 'peakRssBytes'],
  ['peak_is_exact', 'isPeakExact'],
  ['mean_rss_bytes', 'meanRssBytes'],
  ['rss_samples', 'rssSamples'],
  ['sampler_share', 'samplerShare'],
  ['heap_growth_bytes', 'heapGrowthBytes'],
  ['user_share', 'userShare'],
  ['system_share', 'systemShare'],
  ['more_runs', 'moreRuns'],
];

const STREAM_COLUMNS = [['collections_seconds', ({ collections }) => collections && collections.seconds]];
for (let i = 0; i < FIELDS.length; i++) {
  const [name, field] = FIELDS[i];
  STREAM_COLUMNS[i + 1] = [name, ({ stream }) => stream && stream[field]];
}

module.exports = { STREAM_COLUMNS };
