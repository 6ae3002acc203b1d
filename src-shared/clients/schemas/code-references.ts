import { z } from 'zod'

import { FINDINGS } from '../code-references/judge-references.ts'

export const MAX_CODE_FOLDERS = 10

/** Folders with the code of a project, on the machine that runs Halyard. */
export const CodeFolders = z.object({
  folders: z.array(z.string().min(1).max(1000)).max(MAX_CODE_FOLDERS),
})

const ReferenceLocation = z.object({
  folder: z.string(),
  /** Relative to the folder, with slashes. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  /** Name of the call that takes the flag; null: the name stands alone. */
  call: z.string().nullable(),
  /** The line, shortened. */
  text: z.string(),
})
export type CodePlace = z.output<typeof ReferenceLocation>

const FlagFinding = z.object({
  flag: z.string(),
  finding: z.enum(FINDINGS),
  advice: z.string(),
  /** Number of places; the first of them are listed. */
  total: z.int(),
  places: z.array(ReferenceLocation),
})
export type FlagFinding = z.output<typeof FlagFinding>

const Scan = z.object({
  scannedAt: z.string(),
  files: z.int(),
  /** True if there was more code than a scan reads. */
  isCut: z.boolean(),
  /** Reason why the scan has no result; null: it has. */
  problem: z.string().nullable(),
})

/** Code of a project, and what its last scan found. */
export const ProjectCode = z.object({
  folders: z.array(z.object({ path: z.string(), problem: z.string().nullable() })),
  /** Null: not scanned with these folders since Halyard started. */
  scan: Scan.nullable(),
  counts: z.object({ used: z.int(), missing: z.int(), stale: z.int(), unused: z.int() }),
  /** Missing flags first, then stale and unused ones; the first of them. */
  findings: z.array(FlagFinding),
})
export type ProjectCode = z.output<typeof ProjectCode>

const BlamedPlace = ReferenceLocation.extend({
  /** Author of the line in the last commit; null: git does not know. */
  blame: z.object({ commit: z.string(), author: z.string(), date: z.string() }).nullable(),
})

/** Places in code that use a flag. */
export const FeatureCode = z.object({
  hasFolders: z.boolean(),
  scan: Scan.nullable(),
  total: z.int(),
  places: z.array(BlamedPlace),
})
export type FeatureCode = z.output<typeof FeatureCode>
