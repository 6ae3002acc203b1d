import { group, role } from './access.ts'
import { contextField } from './context-field.ts'
import { environment } from './environment.ts'
import { featureType, strategyType, strategyTypeDeprecation } from './flag-kinds.ts'
import { expectation } from './expectation.ts'
import type { ItemKind } from './item-kind.ts'
import { policy } from './policy.ts'
import { project } from './project.ts'
import { segment } from './segment.ts'
import { tag, tagType } from './tags.ts'

/** Kinds of items, except flags, in the order in which they are made: each is made of those before it. */
export const ITEM_KINDS: readonly ItemKind[] = [
  environment,
  role,
  group,
  project,
  contextField,
  tagType,
  tag,
  strategyType,
  strategyTypeDeprecation,
  featureType,
  segment,
  expectation,
  policy,
]

const BY_KIND = new Map(ITEM_KINDS.map((one) => [one.kind, one]))

/** Finds the kind of the items of a path. */
export const kindOf = ([kind = '']: readonly string[]): ItemKind | undefined => BY_KIND.get(kind)
