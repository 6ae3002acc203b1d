import { z } from 'zod'

import { listKeys, type ListAct } from '#ui/list-keys.ts'
import { readStored, removeStored, writeStored } from '#ui/stored.ts'
import { AREA_PAGES, navigationPages } from './navigation.ts'
import { settingsPages, type NavigationPage } from './settings-pages.ts'

/** Shortcut that a person can set: an act by one key, or a jump to a page by two, one after another. */
export interface OwnShortcut {
  /** Path of the page, or name of the act. */
  id: string
  keys: string
  label: string
}

/** Key under which the choices of this window are stored. */
const STORED = 'halyard.shortcuts'
const MAX_CHARACTERS = 16_000
const Keys = z.record(z.string().max(200), z.string().max(3))

/** Keys that the person set, by shortcut. A shortcut without them has its default. */
const own = $state<{ keys: z.output<typeof Keys> }>({
  keys: readStored(STORED, { schema: Keys, otherwise: {}, most: MAX_CHARACTERS }),
})

/** Act that shows all shortcuts. */
export const SHEET = { id: 'sheet', keys: '?', label: 'Show shortcuts' }

const LIST_LABELS: Readonly<Record<ListAct, string>> = {
  search: 'Search the list',
  next: 'Next row',
  previous: 'Previous row',
  select: 'Select the row',
  actions: 'Actions of the row',
}
const LIST_ACTS: readonly (OwnShortcut & { act: ListAct })[] = (Object.keys(LIST_LABELS) as ListAct[]).map(
  (act) => ({ id: `list-${act}`, act, keys: listKeys[act], label: LIST_LABELS[act] }),
)

/** Gets the keys of a shortcut: the person's, else the default. */
export const keysOf = ({ id, keys }: Pick<OwnShortcut, 'id' | 'keys'>): string => own.keys[id] ?? keys

const toShortcuts = (pages: readonly NavigationPage[]): OwnShortcut[] =>
  pages.flatMap(({ path, keys, label }) => (keys === undefined ? [] : [{ id: path, keys, label }]))

const withOwnKeys = (shortcuts: readonly OwnShortcut[]): OwnShortcut[] =>
  shortcuts.map(({ id, keys, label }) => ({ id, label, keys: keysOf({ id, keys }) }))

/** Lists the jumps to the pages of the sidebar, with the keys that they have now. */
export const areaJumps = (): OwnShortcut[] => withOwnKeys(toShortcuts(AREA_PAGES))
/** Lists the jumps to the settings, with the keys that they have now. */
export const settingsJumps = (): OwnShortcut[] => withOwnKeys(toShortcuts(settingsPages()))
/** Lists the acts in lists, with the keys that they have now. */
export const listActs = (): OwnShortcut[] => withOwnKeys(LIST_ACTS)

const jumps = () => withOwnKeys(toShortcuts(navigationPages()))
const acts = () => withOwnKeys([SHEET, ...LIST_ACTS])

/** Finds the page that two keys lead to. The person's choice goes before a default that a later version brought. */
export const pageOfKeys = (keys: string): string | undefined =>
  jumps()
    .filter((jump) => jump.keys === keys)
    .sort((a, b) => Number(isOwn(b.id)) - Number(isOwn(a.id)))[0]?.id

/** Checks whether a key begins a jump. */
export const beginsJump = (key: string): boolean => jumps().some(({ keys }) => keys.startsWith(`${key} `))

/** Checks whether the person set the keys of a shortcut. */
export const isOwn = (id: string): boolean => own.keys[id] !== undefined
/** Checks whether the person set any keys. */
export const hasOwn = (): boolean => Object.keys(own.keys).length > 0

/** Number of keys that a shortcut takes. */
export const lengthOf = (id: string): 1 | 2 => (id.startsWith('/') ? 2 : 1)

/** Explains why a shortcut can't have these keys; undefined: it can. */
export function refusalOfKeys(id: string, keys: string): string | undefined {
  const [first = ''] = keys.split(' ')
  const isTaken = (one: OwnShortcut) => one.id !== id && one.keys === keys
  if (lengthOf(id) === 2) {
    const jump = jumps().find(isTaken)
    if (jump) return `“${keys}” goes to ${jump.label} already.`
    const act = acts().find((one) => one.keys === first)
    return act && `A jump can't begin with “${first}”: it is the key of “${act.label}”.`
  }
  const act = acts().find(isTaken)
  if (act) return `“${keys}” is the key of “${act.label}” already.`
  const jump = jumps().find((one) => one.keys.startsWith(`${keys} `))
  return jump && `“${keys}” begins jumps, such as “${jump.keys}” to ${jump.label}.`
}

/** Sets the keys of a shortcut for this window. Check refusalOfKeys before. */
export const setKeys = (id: string, keys: string): void => keep({ ...own.keys, [id]: keys })

/**
 * Gives a shortcut its default keys again. Returns the reason why it can't: another shortcut has them now.
 */
export function resetKeys(id: string): string | undefined {
  const standard = [...toShortcuts(navigationPages()), SHEET, ...LIST_ACTS].find((one) => one.id === id)
  const refusal = standard && refusalOfKeys(id, standard.keys)
  if (refusal !== undefined) return refusal
  const { [id]: _keys, ...others } = own.keys
  keep(others)
  return undefined
}

/** Gives every shortcut its default keys again. */
export const resetAllKeys = (): void => keep({})

function keep(keys: z.output<typeof Keys>): void {
  own.keys = keys
  if (hasOwn()) writeStored(STORED, keys)
  else removeStored(STORED)
  applyToLists()
}

/** Lists know nothing of the person: they get their keys. */
function applyToLists(): void {
  for (const act of LIST_ACTS) listKeys[act.act] = keysOf(act)
}
applyToLists()
