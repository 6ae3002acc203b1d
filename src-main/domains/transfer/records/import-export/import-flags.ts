import { inSteps } from '../../../../kernel/in-steps.ts'
import type { MutationContext } from '../../../../kernel/use-case.ts'
import { defineContextField } from '../../../flags/records/context/define-context-field.ts'
import { addDependency } from '../../../flags/records/dependencies/add-dependency.ts'
import { readParents } from '../../../flags/records/dependencies/dependencies.store.ts'
import { setFlagTags } from '../../../flags/records/feature-tags/tag-flag.ts'
import { addFlag } from '../../../flags/records/features/create-flag.ts'
import { changeFeature } from '../../../flags/records/features/change-feature.ts'
import { requireActiveFeature } from '../../../flags/records/features/features.store.ts'
import { requireFreeName } from '../../../flags/records/features/feature-name.ts'
import { requireRoom } from '../../../flags/records/features/feature-limit.ts'
import type { StoredFeature } from '../../../flags/records/features/feature.ts'
import { addLink } from '../../../flags/records/flag-links/add-link.ts'
import { readLinks } from '../../../flags/records/flag-links/flag-links.store.ts'
import { createTagTypeRow } from '../../../flags/records/tags/create-tag-type.ts'
import { importEnvironment } from './import-environment.ts'
import { importable, type ImportSituation } from './import-situation.ts'

/** Flags of which a part is to stay as it is here, whatever the file says. */
export interface KeptParts {
  strategies: ReadonlySet<string>
  variants: ReadonlySet<string>
}

const NOTHING: KeptParts = { strategies: new Set(), variants: new Set() }

/** Does the import that has been found to be possible (docs/contract/transfer.md#import). */
export async function importFlags(
  context: MutationContext,
  situation: ImportSituation,
  kept: KeptParts = NOTHING,
): Promise<void> {
  const flags = await importDefinitions(context, situation, (flag) =>
    importEnvironment(context, situation, flag, {
      strategies: kept.strategies.has(flag.name),
      variants: kept.variants.has(flag.name),
    }),
  )
  // parents before children: a parent may be in the same file
  await inSteps(flags, (flag) => importDependencies(context, situation, flag))
  recordImport(context, situation, flags)
}

/** Imports what flags are in every environment, and does something with each flag. */
export async function importDefinitions(
  context: MutationContext,
  situation: ImportSituation,
  withFlag: (flag: StoredFeature) => Promise<void>,
): Promise<StoredFeature[]> {
  await importVocabulary(context, situation)
  const flags: StoredFeature[] = []
  const importing = importable(situation)
  const added = importing.filter(({ name }) => !situation.existing.has(name))
  if (added.length > 0) await requireRoom(context, situation.project, added.length)
  await inSteps(importing, async (feature) => flags.push(await importFlag(context, situation, feature)))
  await inSteps(flags, async (flag) => {
    await importTags(context, situation, flag)
    await withFlag(flag)
    await importLinks(context, situation, flag)
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

async function importFlag(
  context: MutationContext,
  { project, existing }: ImportSituation,
  feature: Imported,
): Promise<StoredFeature> {
  const { name, type, description, impressionData, stale } = feature
  if (!existing.has(name)) {
    await requireFreeName(context.queries, name, project.featureNaming)
    await addFlag(context, project, { name, type, description, impressionData })
  }
  const flag = await requireActiveFeature(context.visible, project.id, name)
  await changeFeature(context, flag, {
    description: description ?? null,
    type: type ?? 'release',
    impressionData: impressionData ?? false,
    stale: stale ?? false,
  })
  return flag
}

async function importTags(
  context: MutationContext,
  { parts }: ImportSituation,
  flag: StoredFeature,
): Promise<void> {
  const tags = parts.tags.get(flag.name) ?? []
  await setFlagTags(
    context,
    flag,
    tags.map(({ tagType, tagValue }) => ({ type: tagType, value: tagValue })),
  )
}

async function importLinks(
  context: MutationContext,
  { parts }: ImportSituation,
  flag: StoredFeature,
): Promise<void> {
  const had = new Set((await readLinks(context.queries, [flag.name])).map((link) => link.url))
  const links = (parts.links.get(flag.name) ?? []).flatMap((one) => one.links)
  for (const link of links.filter((one) => !had.has(one.url))) await addLink(context, flag, link)
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
  { queries }: MutationContext,
  { parts }: ImportSituation,
  flag: StoredFeature,
): Promise<{ feature: string; enabled: boolean; variants: string[] }[]> {
  const had = new Set((await readParents(queries, flag.name)).map((one) => one.parent))
  return (parts.dependencies.get(flag.name) ?? [])
    .flatMap((one) => one.dependencies)
    .filter(({ feature }) => !had.has(feature))
    .map(({ feature, enabled = true, variants = [] }) => ({ feature, enabled, variants }))
}
