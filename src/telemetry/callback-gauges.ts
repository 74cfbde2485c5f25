/** Metrics whose values another part of the program counts: they are read at each scrape. */

import { type Aggregator, Counter, Gauge, type Registry as Metered } from '@prometheus-io/client';

/** Where metrics are registered. */
export type Registers = { registers: [Metered] };

/** A number, or one for each value of the label. */
type GaugeReading = number | Readonly<Record<string, number>>;

export type CallbackGauge = {
  /** A counter only rises until the process restarts. */
  kind: 'gauge' | 'counter';
  name: string;
  help: string;
  /** The label whose values are the keys of a reading. */
  label?: string;
  /** How the values of several processes become one. */
  across: Extract<Aggregator, 'sum' | 'max' | 'min'>;
  read(): GaugeReading | Promise<GaugeReading>;
};

/** Registers the metrics. A label value that is missing from the latest reading is not reported any more. */
export function addCallbackGauges(numbers: readonly CallbackGauge[], registers: Registers): void {
  for (const { kind, name, help, label, across, read } of numbers) {
    const labelNames = label === undefined ? [] : [label];
    const about = { name, help, labelNames, aggregator: across, ...registers };
    if (kind === 'gauge') {
      new Gauge({
        ...about,
        async collect() {
          const samples = samplesOf(await read(), label);
          this.reset();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
    } else {
      new Counter({
        ...about,
        async collect() {
          const samples = samplesOf(await read(), label);
          this.reset();
          for (const { labels, value } of samples) this.inc(labels, value);
        },
      });
    }
  }
}

function samplesOf(reading: GaugeReading, label = ''): { labels: Record<string, string>; value: number }[] {
  if (typeof reading === 'number') return [{ labels: {}, value: reading }];
  return Object.entries(reading).map(([key, value]) => ({ labels: { [label]: key }, value }));
}
