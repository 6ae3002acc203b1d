import { z } from 'zod'

import { PLANS } from '#shared/instance/rules/plans.ts'
import { CONTRACT_VERSION } from '#shared/versions/rules/contract-version.ts'
import { setting } from './setting-node.ts'
import { Contract, FurtherPorts, YesOrNo } from './setting-schemas.ts'

/** Settings of the version and the plan to answer as. */
export const VERSION_SETTINGS = {
  contract: setting({
    section: 'version',
    title: 'Contract version',
    default: '7.6.5',
    help: 'The version to answer as, from 3 to 8: `6` is its newest release, `6.9` is 6.9.0.',
    schema: Contract.default(CONTRACT_VERSION),
    variables: ['HALYARD_CONTRACT'],
    flag: {
      name: 'contract',
      value: 'VERSION',
      help: 'the version to answer as: 3 to 8, or an exact one such as 6.9 (7)',
    },
    input: { kind: 'text' },
  }),
  strict: setting({
    section: 'version',
    title: 'Strict version',
    default: 'none',
    help: 'Answers as this later version on the main port, see [versions](versions.md).',
    schema: Contract.optional(),
    variables: ['HALYARD_STRICT'],
    flag: {
      name: 'strict',
      value: 'VERSION',
      help: 'answer as this later version already, to rehearse an upgrade to it',
    },
    input: { kind: 'text' },
  }),
  plan: setting({
    section: 'version',
    title: 'Plan',
    default: '`enterprise`',
    help: '`oss` or `pro`: operations of higher plans are 404 over HTTP, see [editions](contract/editions.md#plans).',
    schema: z.enum(PLANS, { error: 'must be oss, pro or enterprise' }).default('enterprise'),
    variables: ['HALYARD_PLAN'],
    flag: {
      name: 'plan',
      value: 'PLAN',
      help: 'the plan to answer as: oss, pro or enterprise (enterprise)',
    },
    input: { kind: 'choice', options: [...PLANS] },
  }),
  requireLicence: setting({
    section: 'version',
    title: 'Require a licence key',
    default: '`false`',
    help: 'With `true`, ports that answer as version 6 or later refuse the Admin API until a valid licence key is stored, to rehearse an upgrade of self-hosted Enterprise.',
    schema: YesOrNo.default(false),
    variables: ['HALYARD_REQUIRE_LICENCE'],
    flag: {
      name: 'require-licence',
      help: 'ports of version 6 and later refuse the Admin API without a licence key',
    },
    input: { kind: 'choice', options: ['true', 'false'] },
  }),
  listeners: setting({
    section: 'version',
    title: 'Further ports',
    default: 'none',
    help: 'Further ports, each with its own version (`4243=5,4244=8`). The window can add more (*Settings → Ports*).',
    schema: FurtherPorts.default([]),
    variables: ['HALYARD_LISTENERS'],
    flag: {
      name: 'listen',
      value: 'PORT=VERSION',
      help: 'a further port that answers as this version; repeatable',
      repeats: true,
    },
    page: '/versions/ports',
  }),
}
