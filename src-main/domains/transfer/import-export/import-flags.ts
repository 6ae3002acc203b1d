import { inSteps } from '#runtime/in-steps.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { groupRows } from '#store/group-rows.ts'
import { inBatches } from '#store/in-batches.ts'
import { defineContextField } from '#domains/flags/context/define-context-field.ts'
import { addDependency } from '#domains/flags/dependencies/change-dependencies.ts'
import { readParents } from '#domains/flags/dependencies/dependencies.store.ts'
import { setTagsOfFlags } from '#domains/flags/tags/tag-flag.ts'
import { addFlags, toNewFlag } from '#domains/flags/features/create-flag.ts'
import { changeFeature } from '#domains/flags/features/change-feature.ts'
import { findFeatures, requireActiveFeature } from '#domains/flags/features/features.store.ts'
import { requireFreeNames } from '#domains/flags/features/feature-name.ts'
import { requireRoom } from '#domains/flags/features/feature-limit.ts'
import type { StoredFeature } from '#domains/flags/features/feature.ts'
import { addLink } from '#domains/flags/flag-links/add-link.ts'
import { readLinks } from '#domains/flags/flag-links/flag-links.store.ts'
import { createTagTypeRow } from '#domains/flags/tags/tag-type.ts'
import { importEnvironment, type KeptParts } from './import-environment.ts'
import { importable, type ImportSituation } from './import-situation.ts'

const NOTHING: KeptParts = { strategies: new Set(), variants: new Set() }

/** Does the import that has been found to be possible (docs/contract/transfer.md#import). */
export async function importFlags(
  context: MutationContext,
  situation: ImportSituation,
  kept: KeptParts = NOTHING,
): Promise<void> {
  const flags = await importDefinitions(context, situation, (batch) =>
    importEnvironment(context, situation, batch, kept),
  )
  // parents before children: a parent may be in the same file
  await inSteps(flags, (flag) => importDependencies(context, situation, flag))
  recordImport(context, situation, flags)
}

/** Imports what flags are in every environment, and does something with each batch of them. */
export async function importDefinitions(
  context: MutationContext,
  situation: ImportSituation,
  withFlags: (flags: readonly StoredFeature[]) => Promise<void>,
): Promise<StoredFeature[]> {
  await importVocabulary(context, situation)
  const flags: StoredFeature[] = []
  const importing = importable(situation)
  const added = importing.filter(({ name }) => !situation.existing.has(name))
  if (added.length > 0) await requireRoom(context, situation.project, added.length)
  await inBatches(importing, async (batch) =>
    flags.push(...(await importFlagsThemselves(context, situation, batch))),
  )
  await inBatches(flags, async (batch) => {
    await importTags(context, situation, batch)
    await withFlags(batch)
    await importLinks(context, situation, batch)
  })
  return flags
}

export function recordImport(
  context: MutationContext,
  { project, input }: ImportSituation,
  flags: readonly StoredFeature[],
  changeRequest?: { id: number },
): void {
  context.record({
    type: 'features-imported',
    project: project.id,
    environment: input.environment,
    data: {
      features: flags.map((flag) => flag.name),
      ...(changeRequest ? { changeRequestId: changeRequest.id } : {}),
    },
  })
}

/** Context fields and types of tags that are not here yet; those that are stay as they are. */
async function importVocabulary(
  context: MutationContext,
  { input, contextFields, tagTypes }: ImportSituation,
): Promise<void> {
  for (const { name, description, stickiness, sortOrder, legalValues } of input.data.contextFields ?? []) {
    if (contextFields.has(name)) continue
    await defineContextField(context, {
      name,
      description,
      stickiness: stickiness ?? undefined,
      sortOrder: sortOrder ?? undefined,
      legalValues,
    })
  }
  for (const { name, description = null, icon = null, color = null } of input.data.tagTypes) {
    if (!tagTypes.has(name)) await createTagTypeRow(context, { name, description, icon, color })
  }
}

type Imported = ImportSituation['input']['data']['features'][number]

async function importFlagsThemselves(
  context: MutationContext,
  { project, existing }: ImportSituation,
  imported: readonly Imported[],
): Promise<StoredFeature[]> {
  const added = imported.filter(({ name }) => !existing.has(name))
  await requireFreeNames(
    context.everything,
    added.map(({ name }) => name),
    project.featureNaming,
  )
  const created = added.map((feature) => toNewFlag(context, project, feature))
  await addFlags(context, project, created)
  const stored = await findFeatures(
    context.visible,
    imported.map(({ name }) => name).filter((name) => existing.has(name)),
  )
  const known = new Map([...created, ...stored].map((flag) => [flag.name, flag]))
  const flags: StoredFeature[] = []
  for (const { name, type, description, impressionData, stale } of imported) {
    let flag = known.get(name)
    // throws: it is hidden, archived, or in another project
    if (flag?.project !== project.id || flag.archivedAt !== null)
      flag = await requireActiveFeature(context.visible, project.id, name)
    const change = {
      description: description ?? null,
      type: type ?? 'release',
      impressionData: impressionData ?? false,
      stale: stale ?? false,
    }
    await changeFeature(context, flag, change)
    flags.push(flag)
  }
  return flags
}

async function importTags(
  context: MutationContext,
  { parts }: ImportSituation,
  flags: readonly StoredFeature[],
): Promise<void> {
  const tagsOf = ({ name }: StoredFeature) =>
    (parts.tags.get(name) ?? []).map(({ tagType, tagValue }) => ({ type: tagType, value: tagValue }))
  await setTagsOfFlags(
    context,
    flags.map((flag) => ({ flag, tags: tagsOf(flag) })),
  )
}

async function importLinks(
  context: MutationContext,
  { parts }: ImportSituation,
  flags: readonly StoredFeature[],
): Promise<void> {
  const names = flags.map(({ name }) => name)
  const had = groupRows(await readLinks(context.everything, names), (link) => link.feature)
  for (const flag of flags) {
    const urls = new Set((had.get(flag.name) ?? []).map((link) => link.url))
    const links = (parts.links.get(flag.name) ?? []).flatMap((one) => one.links)
    for (const link of links.filter((one) => !urls.has(one.url))) await addLink(context, flag, link)
  }
}

async function importDependencies(
  context: MutationContext,
  situation: ImportSituation,
  flag: StoredFeature,
): Promise<void> {
  for (const { feature, enabled, variants } of await missingParentsOf(context, situation, flag))
    await addDependency(context, flag, { parent: feature, enabled, variants })
}

/** The parents that the file has for a flag, without those that it has here. */
export async function missingParentsOf(
  { everything }: MutationContext,
  { parts }: ImportSituation,
  flag: StoredFeature,
): Promise<{ feature: string; enabled: boolean; variants: string[] }[]> {
  const wanted = parts.dependencies.get(flag.name)
  if (!wanted) return []
  const had = new Set((await readParents(everything, flag.name)).map((one) => one.parent))
  return wanted
    .flatMap((one) => one.dependencies)
    .filter(({ feature }) => !had.has(feature))
    .map(({ feature, enabled = true, variants = [] }) => ({ feature, enabled, variants }))
}
