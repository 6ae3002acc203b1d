import { z } from 'zod'

import { readStored, removeStored, writeStored } from './stored.ts'
import { surroundings } from './surroundings.ts'

/** One thing that was done in a form: something entered, or a row added or removed. */
const Step = z.union([
  z.object({ set: z.string().max(400), to: z.union([z.string(), z.boolean()]) }),
  z.object({ press: z.string().max(400) }),
])
export type Step = z.infer<typeof Step>

const Draft = z.object({
  at: z.iso.datetime(),
  steps: z.array(Step),
  /** Checksum of the request: tells whether everything was restored. */
  sends: z.number().optional(),
})
export type Draft = z.infer<typeof Draft>

const PREFIX = 'halyard.drafts'
const MAX_DRAFTS = 12
const MAX_CHARACTERS = 32_000
const MAX_STEPS = 500
const MAX_AGE_MS = 7 * 86_400_000

type Stored = Record<string, Draft>

/** Drafts are of whoever is signed in. The storage itself is of one instance: of an origin, or of a data folder. */
function place(): string | undefined {
  const drafter = surroundings.drafter()
  return drafter === undefined ? undefined : `${PREFIX} ${drafter}`
}

function readAll(at: string): Stored {
  return readStored(at, { schema: z.record(z.string(), Draft), otherwise: {} })
}

function writeAll(at: string, drafts: Stored): void {
  const kept = Object.entries(drafts)
    .sort(([, a], [, b]) => b.at.localeCompare(a.at))
    .slice(0, MAX_DRAFTS)
  if (kept.length === 0) removeStored(at)
  else writeStored(at, Object.fromEntries(kept))
}

/** Reads the draft of a form; none that is too old to be of use. */
export function readDraft(form: string, now = Date.now()): Draft | undefined {
  const at = place()
  const draft = at === undefined ? undefined : new Map(Object.entries(readAll(at))).get(form)
  return draft && now - Date.parse(draft.at) < MAX_AGE_MS ? draft : undefined
}

/** Keeps a draft; false: it is too large to be kept. */
export function writeDraft(form: string, draft: Draft): boolean {
  const at = place()
  if (at === undefined) return false
  if (draft.steps.length > MAX_STEPS || JSON.stringify(draft).length > MAX_CHARACTERS) return false
  writeAll(at, { ...readAll(at), [form]: draft })
  return true
}

/** Keeps a draft, as of now. */
export const noteDraft = (form: string, draft: Omit<Draft, 'at'>): boolean =>
  writeDraft(form, { ...draft, at: new Date().toISOString() })

export function dropDraft(form: string): void {
  const at = place()
  if (at === undefined) return
  const { [form]: dropped, ...others } = readAll(at)
  if (dropped) writeAll(at, others)
}

/** A checksum (FNV-1a) that gives away nothing of what it is of. */
export function checksum(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  return hash
}
