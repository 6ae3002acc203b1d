import { z } from 'zod'

import { setting } from './setting-node.ts'
import { List } from './setting-schemas.ts'

/** Settings of a mirror, which follows another instance. The names of Edge's variables are taken, too. */
export const MIRROR_SETTINGS = {
  upstreamUrl: setting({
    section: 'mirror',
    title: 'Upstream',
    default: 'none: this instance has flags of its own',
    help: 'Address of the instance to [mirror](mirror.md), such as `https://unleash.example.com`. It needs a data folder of its own.',
    schema: z.url({ protocol: /^https?$/ }).optional(),
    variables: ['HALYARD_UPSTREAM', 'UPSTREAM_URL'],
    flag: {
      name: 'upstream',
      value: 'URL',
      help: 'mirror this instance, with the tokens of HALYARD_UPSTREAM_TOKENS (docs/mirror.md)',
      headlessOnly: true,
    },
  }),
  upstreamTokens: setting({
    section: 'mirror',
    title: 'Tokens',
    default: 'none',
    help: 'Backend tokens of the upstream: their environments and projects are mirrored.',
    schema: List.default([]),
    variables: ['HALYARD_UPSTREAM_TOKENS', 'TOKENS'],
    secret: true,
  }),
  upstreamRefreshSeconds: setting({
    section: 'mirror',
    title: 'Interval',
    default: '`15`',
    help: 'Seconds between two questions whether something has changed.',
    schema: z.coerce.number().int().min(1).max(86_400).default(15),
    variables: ['FEATURES_REFRESH_INTERVAL_SECONDS'],
  }),
  upstreamTrustedTokens: setting({
    section: 'mirror',
    title: 'Trusted tokens',
    default: 'none',
    help: 'Frontend tokens that are accepted without asking the upstream: `project:environment.secret`, or `secret@environment`. A token of `upstreamTokens` has to cover them.',
    schema: List.default([]),
    variables: ['HALYARD_UPSTREAM_TRUSTED_TOKENS', 'PRETRUSTED_TOKENS'],
    secret: true,
  }),
  upstreamRevalidationSeconds: setting({
    section: 'mirror',
    title: 'Revalidation',
    default: '`3600`',
    help: 'Seconds between two questions whether the upstream still knows all tokens.',
    schema: z.coerce.number().int().min(1).max(86_400).default(3600),
    variables: ['HALYARD_UPSTREAM_REVALIDATION_SECONDS', 'TOKEN_REVALIDATION_INTERVAL_SECONDS'],
  }),
  upstreamMetricsSeconds: setting({
    section: 'mirror',
    title: 'Interval of reports',
    default: '`60`',
    help: 'Seconds between two reports to the upstream of what SDKs have counted.',
    schema: z.coerce.number().int().min(1).max(86_400).default(60),
    variables: ['HALYARD_UPSTREAM_METRICS_SECONDS', 'METRICS_INTERVAL_SECONDS'],
  }),
}
