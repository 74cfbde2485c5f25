/** What a door is: a folder that answers a program of the field in a form of its own, and what it is given for that. */

import type { Readable, Writable } from 'node:stream';
import type { RequestHandler } from 'express';
import type { SourceAddress } from '../../domain/federation/source.ts';
import type { UseCases } from '../../federation/use-cases/use-cases.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { ListPlaces } from '../limits/list-places.ts';
import type { ReportFault } from '../reply/error-reply.ts';
import type { FeatureFlags } from '../request/features.ts';

/** One line of the list of doors. */
export type Door = {
  /** It answers these addresses and what is below them. */
  paths: readonly string[];
  /** Whether the configuration opens it, without which it always is; the addresses of a closed door do not exist. */
  isOpen?(settings: DoorSettings): boolean;
  /** The command of the program that answers by this door on its standard streams, where there is one. */
  command?: string;
  /** Loads its folder and the packages that it needs, when somebody asks for the first time. */
  load(): Promise<DoorModule>;
};

type DoorModule = {
  openDoor(given: DoorGiven): RequestHandler;
  /** Answers the program that started this one, to the end. */
  answerOnStreams?(given: DoorGiven, streams: DoorStreams): Promise<void>;
};

/** The input ends the conversation by its end, and `ended` does. */
export type DoorStreams = { input: Readable; output: Writable; ended: AbortSignal };

/** `app.settings.doors` of the configuration. */
type DoorSettings = {
  readonly marrvel: { readonly enabled: boolean };
  readonly mcp: { readonly enabled: boolean };
  readonly mme: { readonly tokens: readonly { readonly token: string }[] };
};

/** Whatever a door may use: what is asked of all registries, this registry as the public sees it, and limits. */
export type DoorGiven = {
  settings: DoorSettings;
  /** Bounded as the searches of everybody else are. */
  useCases: UseCases;
  registry: Pick<LocalRegistry, 'resolveText' | 'refuseUnfit'>;
  /** Every registry that can be asked at the moment, this one first. */
  sources: () => readonly SourceAddress[];
  /** What the operator switched off. */
  features: FeatureFlags;
  site: {
    shortname: string;
    fullname: string;
    /** The address of this registry, without a trailing slash. */
    host: string;
    contactEmail: string | undefined;
  };
  /** What partners read: rdp-protocol 7.4 says why it is not the version of the product. */
  apiVersion: string;
  /** Product and version. */
  implementation: string;
  /** Refuses who asks too often. */
  admit: RequestHandler;
  /** Of lists of genes. */
  lists: ListPlaces;
  /** Whether a token is one of these, in a time that does not show how near it is to any. */
  tokenAmong(tokens: readonly string[]): (token: string) => boolean;
  reportFault: ReportFault;
  /** Aborted when this registry begins to stop. */
  stopping: AbortSignal;
  now: () => Date;
};
