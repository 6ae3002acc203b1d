import type { Option } from '#ui/options.ts'

interface Tag {
  type: string
  value: string
}

/** The values that tags of a type have already, without those that are given; undefined: not read yet. */
export const knownTags = (
  list: { tags: readonly Tag[] } | undefined,
  type: string,
  given: readonly Tag[] = [],
): Option[] | undefined =>
  list?.tags
    .filter((tag) => tag.type === type && !given.some((one) => one.type === type && one.value === tag.value))
    .map(({ value }) => ({ value, label: value }))
