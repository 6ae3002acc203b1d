import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import type { CodeReference } from '#shared/clients/code-references/find-references.ts'
import {
  isOnForAll,
  judgeReferences,
  type FlagInCode,
} from '#shared/clients/code-references/judge-references.ts'
import {
  reportAsSarif,
  reportAsText,
  type CodeReferencesReport,
} from '#shared/clients/code-references/report-references.ts'
import { ClientFeatures } from '#shared/clients/schemas/client.ts'
import { counted } from '#shared/figures.ts'
import { ownValue } from '#shared/own-value.ts'
import { blameLines } from '../code-references/blame-lines.ts'
import { scanFolder, type KnownFile } from '../code-references/scan-folder.ts'
import { OK, printError, readOr, printLine, USAGE_ERROR } from './cli-output.ts'
import { asJson, messageIn, requestInstance } from './instance-request.ts'
import { CODE_REFS_USAGE, readCodeRefsOptions, type CodeRefsOptions } from './code-refs-options.ts'

/** There is what `--fail-on` names. */
const FOUND = 3
/** More files would take git longer than anybody waits. */
const MAX_BLAMED_FILES = 500

/** `halyard code-refs`. Returns the exit status. Throws what keeps it from a report. */
export async function runCodeRefs(args: readonly string[]): Promise<number> {
  const options = readOr(() => readCodeRefsOptions(args, process.env), CODE_REFS_USAGE)
  if (options === undefined) return USAGE_ERROR
  const { format, failOn } = options
  const report = await reportOn(options)
  printLine(
    format === 'text'
      ? reportAsText(report)
      : JSON.stringify(format === 'sarif' ? reportAsSarif(report) : report, null, 2),
  )
  const found = report.flags.filter(({ finding }) => finding !== null && failOn.includes(finding))
  if (found.length === 0) return OK
  printError(`${counted(found.length, 'flag is', 'flags are')} what --fail-on ${failOn.join(',')} names.`)
  return FOUND
}

async function reportOn(options: CodeRefsOptions): Promise<CodeReferencesReport> {
  const { folders, projects, calls } = options
  const features = await flagsOf(options)
  const flags = new Set(features.map(({ name }) => name))
  const cache = await readCache(options, flags)
  const scans = folders.map((folder) => ({
    folder,
    ...scanFolder(folder, { flags, calls, known: cache?.get(folder) }),
  }))
  if (cache) await writeCache(options, flags, new Map(scans.map(({ folder, known }) => [folder, known])))
  // beside other folders, a file is named with its own
  const references = scans.flatMap(({ folder, references: found }) =>
    folders.length === 1
      ? found
      : found.map((one) => ({ ...one, file: `${path.basename(folder)}/${one.file}` })),
  )
  const judged = judgeReferences(
    features.map((one) => ({ ...one, states: [isOnForAll(one)] })),
    references,
  ).filter(
    ({ finding, project }) =>
      finding !== 'unused' || projects.length === 0 || projects.includes(project ?? ''),
  )
  const [only] = folders
  return {
    folders: folders.map((folder) => path.relative('.', folder) || '.'),
    files: scans.reduce((sum, { files }) => sum + files, 0),
    isCut: scans.some(({ isCut }) => isCut),
    flags:
      options.blame && only !== undefined && folders.length === 1 ? await withBlame(only, judged) : judged,
  }
}

async function flagsOf({ url, token }: CodeRefsOptions) {
  const { status, text } = await requestInstance(`${url}/api/client/features`, token, { hint: 'Use --url.' })
  if (status !== 200)
    throw new Error(`${url} answers ${status}: ${messageIn(text)}. The flags are read with a backend token.`)
  const body = ClientFeatures.pick({ features: true }).safeParse(asJson(text))
  if (!body.success) throw new Error(`What answers at ${url} is not a client API that this version reads`)
  return body.data.features
}

/** Adds the authors of lines, of the findings first. */
async function withBlame(folder: string, flags: readonly FlagInCode[]): Promise<FlagInCode[]> {
  const byFile = new Map<string, CodeReference[]>()
  for (const { references } of flags)
    for (const reference of references) {
      const found = byFile.get(reference.file)
      if (found) found.push(reference)
      else if (byFile.size < MAX_BLAMED_FILES) byFile.set(reference.file, [reference])
    }
  const blamed = new Map<string, Awaited<ReturnType<typeof blameLines>>>()
  for (const [file, references] of byFile) blamed.set(file, await blameLines(folder, file, references))
  return flags.map((flag) => ({
    ...flag,
    references: flag.references.map((one) => {
      const blame = blamed.get(one.file)?.get(one.line)
      return blame ? { ...one, blame } : one
    }),
  }))
}

const Reference = z.object({
  ...{ flag: z.string(), file: z.string(), line: z.int(), column: z.int() },
  call: z.string().exactOptional(),
  text: z.string(),
})
const Cache = z.object({
  key: z.string(),
  folders: z.record(
    z.string(),
    z.record(z.string(), z.object({ mtimeMs: z.number(), size: z.number(), references: z.array(Reference) })),
  ),
})
type Known = ReadonlyMap<string, ReadonlyMap<string, KnownFile>>

/** Results hold for the same flags and calls only, and of the same version of this format. */
const keyOf = ({ calls }: CodeRefsOptions, flags: ReadonlySet<string>) =>
  createHash('sha256')
    .update(JSON.stringify([1, [...flags].sort(), calls]))
    .digest('hex')

async function readCache(options: CodeRefsOptions, flags: ReadonlySet<string>): Promise<Known | undefined> {
  const { cache, folders } = options
  if (cache === undefined) return undefined
  const found = Cache.safeParse(asJson(await readFile(cache, 'utf8').catch(() => '')))
  const isValid = found.success && found.data.key === keyOf(options, flags)
  return new Map(
    folders.map((folder) => [
      folder,
      new Map(Object.entries((isValid ? ownValue(found.data.folders, folder) : undefined) ?? {})),
    ]),
  )
}

async function writeCache(options: CodeRefsOptions, flags: ReadonlySet<string>, known: Known): Promise<void> {
  const folders = Object.fromEntries([...known].map(([folder, files]) => [folder, Object.fromEntries(files)]))
  const file = path.resolve(options.cache ?? '')
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify({ key: keyOf(options, flags), folders }))
}
