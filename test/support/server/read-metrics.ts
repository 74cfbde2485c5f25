/** What is counted, as a scraper reads it: samples by name and labels. */

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** Every sample of a text of metrics; a line that is none fails the test. */
export function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (?:HELP|TYPE) /.test(line));
  return lines.map((line) => {
    const { name, labels = '', value } = SAMPLE.exec(line)?.groups ?? {};
    if (name === undefined) throw new Error(`This is no sample: ${line}`);
    const pairs = [...labels.matchAll(LABEL)].map(([, key = '', text = '']) => [key, text] as const);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

const SAMPLE = /^(?<name>[a-z_]+\w*)(?:\{(?<labels>(?:\w+="(?:[^"\\]|\\.)*",?)*)\})? (?<value>\S+)$/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The samples of that name that are not 0: their values by the values of their labels, such as `north failed`. */
export async function counted(metricsUrl: string | undefined, name: string): Promise<Record<string, number>> {
  const samples = samplesOf(await (await fetch(metricsUrl ?? '')).text()).filter((sample) => sample.name === name);
  if (samples.length === 0) throw new Error(`Nothing is measured of ${name}.`);
  const shown = samples.filter(({ value }) => value !== 0);
  return Object.fromEntries(shown.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}
