import { z } from 'zod'

import { ConnectionChange, ConnectionFacts } from '../../schemas/connection.ts'
import { withoutTrailingSlashes } from '../../trailing-slashes.ts'
import { Instant } from '../../schemas/scalars.ts'
import { JudgedCall } from '../../versions/schemas/upgrade-report.ts'
import { Name } from '../../schemas/bounded.ts'

const MAX_URL = 500
const MAX_NAME = 100

/** URL of a remote instance: http or https, with the path that it is served below, if any. No credentials. */
export const RemoteUrl = z
  .string()
  .trim()
  .max(MAX_URL)
  .superRefine((text, context) => {
    const problem = problemOfUrl(text)
    if (problem) context.addIssue({ code: 'custom', message: problem, input: text })
  })
  .transform(toRemoteUrl)

function problemOfUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return 'The URL of a remote begins with http:// or https://.'
  if (url.username || url.password) return 'The URL of a remote holds no user and password: it has a token.'
  if (url.search || url.hash) return 'The URL of a remote ends with its path.'
  return undefined
}

/** Without a slash at the end, and without the `/api` that SDKs have in theirs. */
function toRemoteUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const { origin, pathname } = new URL(text)
  return withoutTrailingSlashes(`${origin}${pathname}`).replace(/\/api(\/admin|\/client|\/frontend)?$/, '')
}

export const RemoteInput = z
  .object({
    name: z.string().trim().min(1).max(MAX_NAME),
    url: RemoteUrl,
    connection: ConnectionChange.optional(),
  })
  .meta({ id: 'remoteInputSchema' })

/** Source and target of a pull. */
export const PullLine = z.object({
  from: z
    .object({
      environment: Name.min(1),
      project: Name.min(1).nullish(),
      tag: Name.min(1).nullish(),
    })
    .refine(
      ({ project, tag }) => (project == null) !== (tag == null),
      'One of the properties project and tag is required.',
    ),
  project: z.string().min(1).max(MAX_NAME),
  environment: z.string().min(1).max(MAX_NAME),
})
export type PullLine = z.output<typeof PullLine>

export const Remote = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    createdAt: Instant,
    /** True if the remote's token is held in memory, until the app ends. */
    hasToken: z.boolean(),
    connection: ConnectionFacts.nullable().meta({ description: 'Null: the usual certificates and proxy.' }),
    pulls: z.array(PullLine.extend({ flags: z.int(), pulledAt: Instant })),
  })
  .meta({ id: 'remoteSchema' })
export type Remote = z.output<typeof Remote>

/** Token of the remote, for one use, or held in memory until the app ends. Absent: the held token is used. */
const TokenInput = {
  token: z
    .string()
    .min(1)
    .max(500)
    .regex(/^[\x21-\x7e]+$/)
    .optional(),
  remember: z.boolean().optional(),
}
export const RemoteTokenInput = z.object(TokenInput).meta({ id: 'remoteTokenSchema' })
export type RemoteTokenInput = z.output<typeof RemoteTokenInput>

/** Reason why a remote does not respond, or not as expected. */
export const RemoteProblem = z.object({
  code: z.enum([
    'no-such-host',
    'refused',
    'tls',
    'proxy',
    'timeout',
    'unreachable',
    'redirected',
    'wrong-token',
    'no-rights',
    'not-found',
    'not-such-a-service',
    'too-large',
    'failed',
  ]),
  /** Problem in plain words. */
  text: z.string(),
})
export type RemoteProblem = z.output<typeof RemoteProblem>

const TokenCount = z.object({ type: z.string(), environment: z.string(), count: z.int() })
const VersionNote = z.object({
  id: z.string(),
  version: z.string(),
  kind: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
})

export const RemoteCheck = z
  .object({
    url: z.string(),
    /** Reason why the check stopped. null: the remote responds and accepts the token. */
    problem: RemoteProblem.nullable(),
    version: z.string().nullable(),
    versionFrom: z.enum(['ui-config', 'openapi']).nullable(),
    /** Edition that the remote reports: `Open Source`, `Pro`, `Enterprise`. */
    edition: z.string().nullable(),
    projects: z
      .array(z.object({ id: z.string(), name: z.string(), flags: z.int().nullable(), isHere: z.boolean() }))
      .nullable(),
    environments: z.array(z.object({ name: z.string(), type: z.string(), isHere: z.boolean() })).nullable(),
    flags: z.int().nullable(),
    tokens: z
      .object({
        counts: z.array(TokenCount),
        /** Token features that a version no longer supports. */
        findings: z.array(z.object({ text: z.string(), count: z.int(), version: z.string() })),
      })
      .nullable(),
    /** Data that could not be read although the remote responds. */
    unread: z.array(z.object({ what: z.string(), problem: RemoteProblem })),
    /** Compatibility of the remote. null: its version is not known. */
    compatibility: z
      .object({
        isNewer: z.boolean(),
        /** Requests made here (see the upgrade report) that the remote rejects or accepts only in part. */
        calls: z.array(
          JudgedCall.pick({ id: true, call: true, verdict: true, isCertain: true }).extend({
            version: z.string(),
            callers: z.int(),
            count: z.int(),
          }),
        ),
        /** Operations that are served here and not there. */
        operations: z.array(
          z.object({
            operationId: z.string(),
            call: z.string(),
            reason: z.enum(['since', 'removed']),
            version: z.string(),
          }),
        ),
        changes: z.array(VersionNote),
      })
      .nullable(),
  })
  .meta({ id: 'remoteCheckSchema' })
export type RemoteCheck = z.output<typeof RemoteCheck>
