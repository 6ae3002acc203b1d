import { z } from 'zod'

import { Instant } from '../../schemas/scalars.ts'
import { isBannerLink } from '../rules/banner-link.ts'

export const BANNER_VARIANTS = ['info', 'success', 'warning', 'error'] as const
export type BannerVariant = (typeof BANNER_VARIANTS)[number]

const MAX_MESSAGE = 2000
const MAX_LABEL = 200
const MAX_DIALOG = 20_000
const BAD_LINK =
  'A link is "dialog", a path such as /projects/default, or a URL that begins with https:// or http://.'

/** Message to all users (docs/contract/instance.md#banners). `message` and `dialog` are Markdown. */
export const Banner = z
  .object({
    id: z.int(),
    message: z.string(),
    enabled: z.boolean(),
    variant: z.enum(BANNER_VARIANTS),
    sticky: z.boolean(),
    /** `none`: no icon; null: that of the variant. */
    icon: z.string().nullable(),
    link: z.string().nullable(),
    linkText: z.string().nullable(),
    dialogTitle: z.string().nullable(),
    dialog: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: 'bannerSchema' })
export type Banner = z.output<typeof Banner>

const Link = z
  .string()
  .max(2_000, { abort: true })
  .superRefine((link, context) => {
    if (!isBannerLink(link)) context.addIssue({ code: 'custom', message: BAD_LINK, input: link })
  })

export const CreateBanner = z
  .object({
    message: z.string().max(MAX_MESSAGE).regex(/\S/, { error: 'A banner needs a message.' }),
    enabled: z.boolean().optional(),
    variant: z.enum(BANNER_VARIANTS).optional(),
    sticky: z.boolean().optional(),
    icon: z.string().max(MAX_LABEL).nullish(),
    link: Link.nullish(),
    linkText: z.string().max(MAX_LABEL).nullish(),
    dialogTitle: z.string().max(MAX_LABEL).nullish(),
    dialog: z.string().max(MAX_DIALOG).nullish(),
  })
  .meta({ id: 'createBannerSchema' })
export type CreateBanner = z.output<typeof CreateBanner>
