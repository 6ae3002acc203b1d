import { FLAG_SETTINGS, flagPath, pick, STRATEGY_FIELDS } from '#shared/audit/undo/index.ts'
import type { ConfigurationParts } from '#shared/audit/undo/index.ts'
import { fromJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'
import { readFlagRows, type FlagRows } from './flag-rows.read-model.ts'

/** Adds all parts of some flags, as they are now. */
export async function addFlagParts(
  queries: Queries,
  names: readonly string[],
  parts: ConfigurationParts,
): Promise<void> {
  const rows = await readFlagRows(queries, names)
  for (const flag of rows.flags) {
    parts.set(flagPath(flag.name), pick(flag, ['createdAt', 'createdByUserId']))
    parts.set(flagPath(flag.name, 'project'), flag.project)
    parts.set(flagPath(flag.name, 'settings'), pick(flag, FLAG_SETTINGS))
    parts.set(flagPath(flag.name, 'stale'), flag.stale)
    parts.set(flagPath(flag.name, 'archived'), flag.archivedAt !== null)
    addEnvironments(flag.name, rows, parts)
    addRelations(flag.name, rows, parts)
  }
}

function addEnvironments(name: string, rows: FlagRows, parts: ConfigurationParts): void {
  for (const { environment, enabled, variants } of rows.environments.get(name) ?? []) {
    parts.set(flagPath(name, 'env', environment, 'enabled'), enabled)
    parts.set(flagPath(name, 'env', environment, 'variants'), fromJson(variants))
  }
  for (const row of rows.strategies.get(name) ?? []) {
    const path = flagPath(name, 'env', row.environment, 'strategy', row.id)
    const strategy = {
      name: row.name,
      title: row.title,
      disabled: row.disabled,
      constraints: fromJson(row.constraints),
      parameters: fromJson(row.parameters),
      variants: fromJson(row.variants),
      segments: (rows.segments.get(row.id) ?? []).map((link) => link.segment_id),
    }
    parts.set(path, pick(strategy, STRATEGY_FIELDS))
    parts.set([...path, 'place'], row.sort_order)
  }
}

function addRelations(name: string, rows: FlagRows, parts: ConfigurationParts): void {
  for (const tag of rows.tags.get(name) ?? [])
    parts.set(flagPath(name, 'tag', tag.tag_type, tag.tag_value), true)
  for (const { id, url, title } of rows.links.get(name) ?? [])
    parts.set(flagPath(name, 'link', id), { url, title })
  for (const { parent, enabled, variants } of rows.parents.get(name) ?? [])
    parts.set(flagPath(name, 'parent', parent), { enabled, variants: fromJson(variants) })
}
