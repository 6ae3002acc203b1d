import { z } from 'zod'

import { urlFriendlyName } from '../../schemas/scalars.ts'
import { ALL, Content, Line, MANY, Name, Prose } from '../../schemas/bounded.ts'

const Colour = Name.regex(/^#[0-9A-Fa-f]{6}$/)
const TagTypeName = urlFriendlyName('name', { min: 2, max: 50 })

/** Types of tags: `team`, `service` (docs/contract/flags.md#tags). */
export const CreateTagType = z
  .object({
    name: TagTypeName,
    description: Prose.nullish(),
    icon: Line.nullish(),
    color: Colour.nullish(),
  })
  .meta({ id: 'createTagTypeSchema' })
export type CreateTagType = z.output<typeof CreateTagType>

export const UpdateTagType = CreateTagType.omit({ name: true }).meta({ id: 'updateTagTypeSchema' })

export const TagType = z
  .object({
    name: z.string(),
    description: z.string().optional(),
    icon: z.string().nullable(),
    color: z.string().nullable(),
  })
  .meta({ id: 'tagTypeSchema' })
export type TagType = z.output<typeof TagType>

/** A tag type for the window, which edits the description. */
export const StoredTagType = TagType.extend({ description: z.string().nullable() })
export type StoredTagType = z.output<typeof StoredTagType>

/**
 * 2 to 50 characters that are not spaces at the ends; spaces around are taken off (recorded exchange
 * tags/tags-value-too-short). Half of a character (a lone surrogate) can be neither stored nor part of an address.
 */
const TagValue = Content.regex(/^\s*\S.{0,48}\S\s*$/u)
  .refine((value) => !/\p{Surrogate}/u.test(value), 'A tag must not contain half of a character.')
  .transform((value) => value.trim())

/** A tag to be made or put on a flag. */
export const TagInput = z
  .object({ type: z.string().min(2).max(50), value: TagValue })
  .meta({ id: 'createTagSchema' })
export type TagInput = z.output<typeof TagInput>

export const Tag = z.object({ type: Name, value: Content }).meta({ id: 'tagSchema' })
export type Tag = z.output<typeof Tag>

/** A tag of a flag, with the colour of its type. */
export const ColouredTag = Tag.extend({ color: z.string().nullable() }).meta({ id: 'colouredTagSchema' })
export type ColouredTag = z.output<typeof ColouredTag>

/** Tags to add and tags to remove. */
export const TagChanges = z
  .object({ addedTags: z.array(TagInput).max(MANY), removedTags: z.array(Tag).max(MANY) })
  .meta({ id: 'updateTagsSchema' })
export type TagChanges = z.output<typeof TagChanges>

export const BulkTagChanges = z
  .object({ features: z.array(Name.min(1)).max(ALL), tags: TagChanges })
  .meta({ id: 'tagsBulkAddSchema' })
