import type { GroupEffect, GroupSync } from '#shared/access/schemas/group-sync.ts'

const EFFECTS: Readonly<Record<GroupEffect, string>> = {
  joins: 'Joins',
  leaves: 'Leaves',
  keeps: 'Stays',
  manual: 'Stays: added by hand',
  'last-admin': 'Stays: nobody else is Admin',
}

/** Names the effect of a sign-in on a group. */
export const effectInWords = (effect: GroupEffect): string => EFFECTS[effect]

/** Says why a group is joined, left or kept: the SSO names that decide. */
export function reasonInWords({ matched, mappingsSSO }: GroupSync['groups'][number]): string {
  return matched.length > 0
    ? `The provider sent ${matched.join(', ')}.`
    : `The provider did not send ${mappingsSSO.join(' or ')}.`
}

/** Says what the path selected. */
export function selectionInWords({ names, total, note, path }: GroupSync): string {
  if (names === null) return note ?? `Path "${path}" found no list.`
  const count = total === 1 ? '1 group' : `${total} groups`
  const listed = names.length === 0 ? '' : `: ${names.slice(0, 20).join(', ')}${total > 20 ? ', …' : ''}`
  return `Path "${path}" found ${count}${listed}. ${note ?? ''}`.trim()
}
