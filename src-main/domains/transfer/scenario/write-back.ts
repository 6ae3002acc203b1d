import { chmodSync, writeFileSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'

import type { z } from 'zod'

import type {
  RenewedScenario,
  SourceChanges,
  WrittenSource,
} from '#shared/transfer/schemas/scenario-source.ts'
import type { ScenarioFile, ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import { LISTS } from '#shared/transfer/scenario/plan-scenario.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { badData } from '#kernel/app-error.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { writeAtomically } from '#store/atomic-file.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { exportItems } from '../scenario-export/export-items.ts'
import { planFile, type FilePlan } from './plan-file.ts'
import type { ReadScenario } from './read-scenario-file.ts'
import { editOf, type SourceEdit } from '../scenario-document/source-edit.ts'
import type { ScenarioSource } from './scenario-source.ts'
import { writeScenario, type WrittenItems } from './write-scenario.ts'

const editor = onFirstUse('yaml', 'a scenario file', () => import('../scenario-document/edit-document.ts'))
/** A longer file would be read in a long turn. */
const MAX_EDITED_TEXT = 200_000

interface Compared extends FilePlan {
  text: string
  read: ReadScenario
}

/** Compares the instance with its file, in the lists that the file has. Throws if the file is no valid scenario. */
export async function compareWithSource(
  context: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  { file }: ScenarioSource,
): Promise<Compared> {
  const text = await readFile(file, 'utf8').catch(refuse(file, 'read'))
  return compareText(context, tokens, { text, file: path.basename(file) })
}

type Text = Pick<z.output<typeof ScenarioFile>, 'text' | 'file'>

const compareText = async (
  context: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  { text, file }: Text,
): Promise<Compared> => ({
  text,
  ...(await planFile(context, tokens, { text, file, prune: true }, { isCompared: true })),
})

/** Changes the text of a file into what the instance is, in the lists that the file has. */
export const renewText = async (
  context: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  file: Text,
): Promise<z.output<typeof RenewedScenario>> =>
  renew(context, tokens, await compareText(context, tokens, file))

async function renew(
  context: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  compared: Compared,
): Promise<z.output<typeof RenewedScenario>> {
  const changes = changesOf(compared)
  if (compared.steps.length === 0) return { text: compared.text, changes, keptComments: true }
  const edited = await edit(compared)
  const text = edited ?? (await writeWhole(context, tokens, compared))
  return { text, changes, keptComments: edited !== undefined }
}

/** Counts the changes of the file that would make it what the instance is: the plan in reverse. */
export function changesOf({ steps }: FilePlan): SourceChanges {
  const count = (kind: SourceEdit) => steps.filter((step) => editOf(step) === kind).length
  return { added: count('add'), changed: count('change'), removed: count('remove') }
}

/** Writes what the instance is into its file, in the lists that the file has. */
export async function writeBack(
  context: Pick<QueryContext, 'visible' | 'caller'>,
  tokens: TokenDirectory,
  source: ScenarioSource,
): Promise<z.output<typeof WrittenSource>> {
  const { file } = source
  const compared = await compareWithSource(context, tokens, source)
  const { text, ...written } = await renew(context, tokens, compared)
  if (compared.steps.length > 0) await replace(file, text).catch(refuse(file, 'written'))
  return { file, ...written }
}

async function edit({ text, read, steps }: Compared): Promise<string | undefined> {
  if (text.length > MAX_EDITED_TEXT) return undefined
  const { editDocument } = await editor()
  return editDocument(text, read.scenario, steps)
}

/** Writes the lists of the file as an export does. */
async function writeWhole(
  { visible }: Pick<QueryContext, 'visible'>,
  tokens: TokenDirectory,
  { text, read: { scenario } }: Compared,
): Promise<string> {
  const all = await exportItems(visible, tokens, { secrets: false })
  const named = LISTS.filter((list) => scenario[list] !== undefined)
  const items = Object.fromEntries(named.map((list) => [list, all[list]])) as WrittenItems
  if (items.flags) items.flags = withoutUnnamed(items.flags, scenario.flags ?? [])
  const projects = new Set(scenario.projects?.map(({ id }) => id))
  if (items.projects)
    items.projects = items.projects.filter(({ id, archived }) => !archived || projects.has(id))
  const { prune } = scenario
  const format = text.trimStart().startsWith('{') ? 'json' : 'yaml'
  return String(await writeScenario(items, format, { prune }))
}

/** Leaves out the archived flags that the file does not name. */
async function* withoutUnnamed(
  batches: NonNullable<WrittenItems['flags']>,
  flags: readonly ScenarioFlag[],
): NonNullable<WrittenItems['flags']> {
  const named = new Set(flags.map(({ name }) => name))
  for await (const batch of batches) yield batch.filter(({ name, archived }) => !archived || named.has(name))
}

/** Replaces a file at once, with its rights. A link stays one. */
async function replace(file: string, text: string): Promise<void> {
  const target = await realpath(file)
  const { mode } = await stat(target)
  writeAtomically(target, (temporary) => {
    writeFileSync(temporary, text)
    chmodSync(temporary, mode)
  })
}

const refuse =
  (file: string, what: 'read' | 'written') =>
  (error: unknown): never => {
    throw badData(`The file ${file} cannot be ${what}: ${messageOf(error)}`)
  }
