import fuzzysort from 'fuzzysort'

import { GROUPS, type Entry, type Group } from './entries.ts'

const PER_GROUP = 6
const MOST = 40
/** Worse matches are letters that happen to be there. */
const GOOD_ENOUGH = 0.3
/** A name tells more than another word for it, and that more than a note. */
const WEIGHTS = { label: 1, also: 0.85, note: 0.6 } as const
/** The service has matched it by what is not shown: it comes last, but it comes. */
const FOUND_ELSEWHERE = 0.2
/** Words of a command that are no part of a name. */
const VERBS = new Set([
  'turn',
  'on',
  'off',
  'in',
  'enable',
  'disable',
  'toggle',
  'switch',
  'copy',
  'link',
  'name',
  'of',
  'to',
  'view',
  'as',
])

/** Finds where the place of a command begins, at its end: `in`, or `in production`. */
function placeAt(words: readonly string[]): number {
  const at = words.findLastIndex((word) => word.toLowerCase() === 'in')
  return at > 0 && at >= words.length - 2 ? at : words.length
}

/** Extracts the part of a text that may be a name: `turn checkout on in production` asks for `checkout`. */
export function namePart(text: string): string {
  const all = text.trim().split(/\s+/)
  const words = all.slice(0, placeAt(all))
  const names = words.filter((word) => !VERBS.has(word.toLowerCase()))
  return (names.length > 0 ? names : words).join(' ')
}

function scoreOf(entry: Entry, text: string): number {
  const scores = (['label', 'also', 'note'] as const).map((key) => {
    const target = entry[key]
    const score = target === undefined ? 0 : (fuzzysort.single(text, target)?.score ?? 0)
    return score * WEIGHTS[key]
  })
  // words of a name and a command may be mixed: `turn on checkout`
  const words = text.trim().split(/\s+/)
  const hasAll =
    words.length > 1 &&
    words.every((word) => `${entry.label} ${entry.also ?? ''}`.toLowerCase().includes(word.toLowerCase()))
  const best = Math.max(...scores, hasAll ? 0.7 : 0)
  return best >= GOOD_ENOUGH ? best : entry.isFound ? FOUND_ELSEWHERE : 0
}

/** Groups that are about equally good stand in their usual order. */
const grade = (score: number) => Math.round(score * 5)

export interface Section {
  group: Group
  entries: Entry[]
}

/** The entries that a text finds, in groups: the group of the best one first, and each group's best first. */
export function rank(entries: readonly Entry[], text: string): Section[] {
  const scored = entries
    .map((entry, index) => ({ entry, index, score: scoreOf(entry, text) }))
    .filter(({ score }) => score > 0)
    // keep the order of equal scores, so that entries do not jump while typing
    .sort((a, b) => b.score - a.score || a.index - b.index)
  const best = new Map<Group, number>()
  for (const { entry, score } of scored) best.set(entry.group, Math.max(best.get(entry.group) ?? 0, score))
  let left = MOST
  return [...best]
    .sort(
      ([a, scoreA], [b, scoreB]) => grade(scoreB) - grade(scoreA) || GROUPS.indexOf(a) - GROUPS.indexOf(b),
    )
    .map(([group]) => {
      const inGroup = scored.filter(({ entry }) => entry.group === group).slice(0, Math.min(PER_GROUP, left))
      left -= inGroup.length
      return { group, entries: inGroup.map(({ entry }) => entry) }
    })
    .filter((section) => section.entries.length > 0)
}

/** Lists what is offered before anything is typed: recent items, then pages and actions. */
export function initialSections(recent: readonly Entry[], entries: readonly Entry[]): Section[] {
  return [
    { group: 'Recent' as const, entries: [...recent] },
    { group: 'Pages' as const, entries: entries.filter(({ group }) => group === 'Pages').slice(0, 7) },
    {
      group: 'Instances' as const,
      entries: entries.filter(({ group }) => group === 'Instances').slice(0, PER_GROUP),
    },
    {
      group: 'Actions' as const,
      entries: entries.filter(({ group }) => group === 'Actions').slice(0, PER_GROUP),
    },
  ].filter((section) => section.entries.length > 0)
}

/**
 * Gives each entry of a group a key that stays the same when the list is built again. An option that is pressed
 * while results arrive keeps its element, so that the click is not lost.
 */
export function withKeys(entries: readonly Entry[]): { key: string; entry: Entry }[] {
  const seen = new Map<string, number>()
  return entries.map((entry) => {
    const name = JSON.stringify([entry.label, entry.path, entry.note])
    const count = seen.get(name) ?? 0
    seen.set(name, count + 1)
    return { key: `${name} ${String(count)}`, entry }
  })
}
