import { inSteps } from '../../kernel/in-steps.ts'
import type { MutationContext } from '../../kernel/use-case.ts'
import { defineContextField } from '../context/index.ts'
import { addDependency, readParents } from '../dependencies/index.ts'
import { setFlagTags } from '../feature-tags/index.ts'
import {
  addFlag,
  changeFeature,
  requireActiveFeature,
  requireFreeName,
  requireRoom,
  type StoredFeature,
} from '../features/index.ts'
import { addLink, readLinks } from '../flag-links/index.ts'
import { createTagTypeRow } from '../tags/index.ts'
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
  await importVocabulary(context, situation)
  const flags: StoredFeature[] = []
  const importing = importable(situation)
  const added = importing.filter(({ name }) => !situation.existing.has(name))
  if (added.length > 0) await requireRoom(context, situation.project, added.length)
  await inSteps(importing, async (feature) => flags.push(await importFlag(context, situation, feature)))
  await inSteps(flags, async (flag) => {
    await importTags(context, situation, flag)
    await importEnvironment(context, situation, flag, {
      strategies: kept.strategies.has(flag.name),
      variants: kept.variants.has(flag.name),
    })
    await importLinks(context, situation, flag)
  })
  // parents before children: a parent may come with the same file
  await inSteps(flags, (flag) => importDependencies(context, situation, flag))
  context.record({
    type: 'features-imported',
    project: situation.project.id,
    environment: situation.input.environment,
    data: { features: flags.map((flag) => flag.name) },
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
  { parts }: ImportSituation,
  flag: StoredFeature,
): Promise<void> {
  const had = new Set((await readParents(context.queries, flag.name)).map((one) => one.parent))
  const parents = (parts.dependencies.get(flag.name) ?? []).flatMap((one) => one.dependencies)
  for (const { feature, enabled = true, variants = [] } of parents) {
    if (!had.has(feature)) await addDependency(context, flag, { parent: feature, enabled, variants })
  }
}
