/** An integration answers one kind of program of the field in that program's format; these are its parts and what it may use. */

import type { Readable, Writable } from 'node:stream';
import type { RequestHandler } from 'express';
import type { SourceAddress } from '../domain/federation/source.ts';
import type { UseCases } from '../federation/use-cases.ts';
import type { LocalRegistry } from '../registry/local-registry.ts';
import type { ListSlots } from '../server/limits/work-in-flight.ts';
import type { ReportFault } from '../server/reply/error-reply.ts';
import type { FeatureFlags } from '../server/request/features.ts';

/** One entry of the list of integrations. */
export type Integration = {
  /** The integration answers these addresses and all below them. */
  paths: readonly string[];
  /** Whether the configuration opens the integration; without this it is always open. The addresses of a closed integration do not exist. */
  isOpen?(settings: IntegrationSettings): boolean;
  /** The command that answers by this integration on its standard streams, if there is one. */
  command?: string;
  /** Loads the integration and the packages that it needs, at its first request. */
  load(): Promise<IntegrationModule>;
};

type IntegrationModule = {
  openIntegration(given: IntegrationOptions): RequestHandler;
  /** Answers the program that started this one, until the conversation ends. */
  answerOnStreams?(given: IntegrationOptions, streams: IntegrationStreams): Promise<void>;
};

/** The streams of a conversation, which ends when the input ends or `ended` is aborted. */
export type IntegrationStreams = { input: Readable; output: Writable; ended: AbortSignal };

/** `app.settings.integrations` of the configuration. */
type IntegrationSettings = {
  readonly marrvel: { readonly enabled: boolean };
  readonly mcp: { readonly enabled: boolean };
  readonly mme: { readonly tokens: readonly { readonly token: string }[] };
};

/** All that an integration may use: the use cases over all registries, this registry as the public sees it, and the limits. */
export type IntegrationOptions = {
  settings: IntegrationSettings;
  /** The use cases, bounded together with all other searches. */
  useCases: UseCases;
  registry: Pick<LocalRegistry, 'resolveText' | 'refuseUnfit'>;
  /** Returns every registry that can be asked now, this one first. */
  sources: () => readonly SourceAddress[];
  /** The features that the operator switched on and off. */
  features: FeatureFlags;
  site: {
    shortname: string;
    fullname: string;
    /** The address of this registry, without a trailing slash. */
    host: string;
    contactEmail: string | undefined;
  };
  /** The version that partners read: rdp-protocol 7.4 says why it is not the version of the product. */
  apiVersion: string;
  /** Product and version. */
  implementation: string;
  /** Refuses callers who ask too often. */
  admit: RequestHandler;
  /** The slots for lists of genes. */
  lists: ListSlots;
  /** Returns a check whether a token is one of these; its duration does not show how similar it is to one of them. */
  tokenAmong(tokens: readonly string[]): (token: string) => boolean;
  reportFault: ReportFault;
  /** Aborted when this registry begins to stop. */
  stopping: AbortSignal;
  now: () => Date;
};
