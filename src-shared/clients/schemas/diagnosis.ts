import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'

/** Most characters that are examined: an error with its stack, not a log file. */
export const MAX_DOCTOR_TEXT = 8000

export const DoctorRequest = z
  .object({
    text: z
      .string()
      .max(
        MAX_DOCTOR_TEXT,
        `Paste at most ${MAX_DOCTOR_TEXT} characters: the lines around the error suffice.`,
      )
      .refine((text) => text.trim() !== '', 'Paste a token, a URL or an error.'),
  })
  .meta({ id: 'doctorRequestSchema' })

/** Kinds of things that the doctor recognises. */
export const SubjectKind = z.enum(['token', 'link', 'url', 'error', 'name', 'unknown'])

/**
 * State of a token or link. `refused`: unknown, expired or revoked, for callers who may not learn which. `unchecked`:
 * nothing was asked that could tell.
 */
export const SecretState = z.enum(['valid', 'expired', 'disabled', 'used', 'unknown', 'refused', 'unchecked'])
export type SecretState = z.output<typeof SecretState>

/** One thing that is right or wrong. `id` is stable. */
export const DiagnosisFinding = z.object({
  id: z.string(),
  severity: z.enum(['problem', 'warning', 'info', 'fine']),
  message: z.string(),
  /** Next step; absent: nothing to do. */
  advice: z.string().optional(),
})
export type DiagnosisFinding = z.output<typeof DiagnosisFinding>

/** An API of the instance, and its answer to a token. */
export const EndpointVerdict = z.object({
  api: z.enum(['client', 'frontend', 'admin', 'signal', 'scim']),
  path: z.string(),
  accepted: z.boolean(),
})
export type EndpointVerdict = z.output<typeof EndpointVerdict>

/** Facts about a token that the caller may know. */
export const TokenFacts = z.object({
  state: SecretState,
  /** Kind of token: backend, frontend, admin, personal, service-account, signal or scim. */
  type: z.string().optional(),
  name: z.string().optional(),
  /** `*` alone: all projects. */
  projects: z.array(z.string()).optional(),
  environment: z.string().optional(),
  expiresAt: Instant.nullish(),
  lastSeenAt: Instant.nullish(),
  /** User or service account that a personal access token acts as. */
  owner: z.string().optional(),
})
export type TokenFacts = z.output<typeof TokenFacts>

export const Subject = z.object({
  kind: SubjectKind,
  /** Name of what was recognised, such as "API token". */
  what: z.string(),
  /** The pasted text, without its secret. */
  shown: z.string().optional(),
  token: TokenFacts.optional(),
  /** Contract version of the port that a URL leads to, or else of the port that answers. */
  contract: z.string().optional(),
  endpoints: z.array(EndpointVerdict).optional(),
  findings: z.array(DiagnosisFinding),
})
export type Subject = z.output<typeof Subject>

export const Diagnosis = z
  .object({
    /** The worst of all findings. `unrecognised`: nothing in the text is known. */
    verdict: z.enum(['problem', 'warning', 'fine', 'unrecognised']),
    summary: z.string(),
    subjects: z.array(Subject),
    /** A program that would work here; without the token. */
    snippet: z
      .object({ sdk: z.string(), label: z.string(), install: z.string().optional(), code: z.string() })
      .optional(),
    instance: z.object({ url: z.string(), contract: z.string() }).optional(),
  })
  .meta({ id: 'diagnosisSchema' })
export type Diagnosis = z.output<typeof Diagnosis>
