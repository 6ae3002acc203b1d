import type { Selectable } from 'kysely'

import type { AddonFilter, AddonParameters } from '#shared/integrations/addons/index.ts'
import { notFound } from '#kernel/app-error.ts'
import type { AddonsTable } from '#store/addon-schema.ts'
import { fromJson, toJson } from '#store/json.ts'
import type { Queries } from '#store/queries.ts'

export interface AddonContent extends AddonFilter {
  provider: string
  enabled: boolean
  description: string | null
  /** Unmasked parameters, including secrets. Never show, record or log them. */
  parameters: AddonParameters
}

export interface StoredAddon extends AddonContent {
  id: number
  createdAt: string
  /** Last event of the stream that is done for this integration. */
  position: number
}

export async function readAddons(queries: Queries): Promise<StoredAddon[]> {
  return (await queries.selectFrom('addons').selectAll().orderBy('id').execute()).map(toStored)
}

export async function findAddon(queries: Queries, id: number): Promise<StoredAddon | undefined> {
  const row = await queries.selectFrom('addons').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toStored(row)
}

/** The integration of an id; else 404 (recorded exchange integrations/get-unknown). */
export async function requireAddon(queries: Queries, id: number): Promise<StoredAddon> {
  const addon = await findAddon(queries, id)
  if (!addon) throw notFound('Could not find addon')
  return addon
}

export async function readEnabledIds(queries: Queries): Promise<number[]> {
  const rows = await queries.selectFrom('addons').select('id').where('enabled', '=', true).execute()
  return rows.map(({ id }) => id)
}

export async function insertAddon(queries: Queries, addon: Omit<StoredAddon, 'id'>): Promise<StoredAddon> {
  const { id } = await queries
    .insertInto('addons')
    .values({ ...columnsOf(addon), position: addon.position, created_at: addon.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...addon, id }
}

export async function updateAddonRow(queries: Queries, addon: StoredAddon): Promise<void> {
  await queries
    .updateTable('addons')
    .set({ ...columnsOf(addon), position: addon.position })
    .where('id', '=', addon.id)
    .execute()
}

/** Advances the position of an integration. It never goes back. A deleted integration is ignored. */
export async function advancePosition(queries: Queries, id: number, position: number): Promise<void> {
  await queries
    .updateTable('addons')
    .set({ position })
    .where('id', '=', id)
    .where('position', '<', position)
    .execute()
}

export async function deleteAddonRow(queries: Queries, id: number): Promise<void> {
  await queries.deleteFrom('addons').where('id', '=', id).execute()
}

function columnsOf({ provider, enabled, description, ...lists }: AddonContent) {
  return {
    provider,
    enabled,
    description,
    parameters: toJson(lists.parameters),
    events: toJson(lists.events),
    projects: toJson(lists.projects),
    environments: toJson(lists.environments),
  }
}

function toStored(row: Selectable<AddonsTable>): StoredAddon {
  const { id, provider, enabled, description, position } = row
  return {
    id,
    provider,
    enabled,
    description,
    parameters: fromJson(row.parameters),
    events: fromJson(row.events),
    projects: fromJson(row.projects),
    environments: fromJson(row.environments),
    position,
    createdAt: row.created_at,
  }
}
