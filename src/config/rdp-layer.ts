/** Reads the settings of an RDP into a checked layer of the configuration. */

import { type Environment, keyLayer, type Layer } from './layers.ts';
import { OTHER_DEFAULTS } from './rdp-keys.ts';
import { readRdpSettings } from './rdp-settings.ts';
import { readText } from './yaml-file.ts';

type RdpLayer = Layer & {
  /** The file, line and key of RDP that each key here got its value from. */
  readonly places: ReadonlyMap<string, string>;
  /** Returns remarks on the files for the operator, without values; `setElsewhere` are keys that another source sets. */
  readonly remarks: (setElsewhere: ReadonlySet<string>) => readonly string[];
  /** The differing defaults to report, where nothing sets the key. */
  readonly otherDefaults: typeof OTHER_DEFAULTS;
};

type Values = ReadonlyMap<string, unknown>;

const READ_TIMEOUT = 'app.settings.isearch.read-timeout';
const PARTNER_TIMEOUT = 'app.settings.isearch.partner-timeout';

/** Reads the files of one RDP, in UTF-8 or, as Java writes them, in ISO-8859-1. */
export function rdpLayer(files: readonly string[], env: Environment): RdpLayer {
  if (files.length === 0)
    return { values: new Map(), problems: [], places: new Map(), remarks: () => [], otherDefaults: [] };
  const read = readRdpSettings(files, (path) => readText(path, 'latin1'), env);
  const layers = read.settings.map(({ from, to, value, place }) =>
    keyLayer({ name: to, value, label: place, calledAs: from }),
  );
  return {
    values: new Map(layers.flatMap(({ values }) => [...values])),
    problems: [...read.problems, ...layers.flatMap(({ problems }) => problems)],
    places: new Map(read.settings.map(({ from, to, place }) => [to, `${place}, ${from}`])),
    remarks: read.remarks,
    otherDefaults: OTHER_DEFAULTS.filter(({ isMessage }) => isMessage || read.hasSettings),
  };
}

/** Returns the layer without the keys that the operator sets in `own`. */
export function withoutKeysOf(own: Values, layer: RdpLayer): RdpLayer {
  return {
    ...layer,
    remarks: () => layer.remarks(new Set(own.keys())),
    places: new Map([...layer.places].filter(([key]) => !own.has(key))),
    otherDefaults: layer.otherDefaults.filter(({ to }) => !own.has(to) && !layer.values.has(to)),
  };
}

/** Returns all remarks on the files for the operator; `values` are the final values. */
export function rdpRemarks({ remarks, otherDefaults, places }: RdpLayer, values: Values): readonly string[] {
  const place = places.get(READ_TIMEOUT);
  const isShort = place !== undefined && Number(values.get(READ_TIMEOUT)) >= Number(values.get(PARTNER_TIMEOUT));
  return [
    ...remarks(new Set()),
    ...otherDefaults.map(
      ({ from, to, inRdp, here }) => `${from} is not set: ${inRdp}, but ${here}, unless ${to} says otherwise.`,
    ),
    ...(isShort
      ? [`${place} is as much time as ${PARTNER_TIMEOUT} gives a partner for its whole answer, or more.`]
      : []),
  ];
}
