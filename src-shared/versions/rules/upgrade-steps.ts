import { gte, lt } from 'semver'

import { changesBetween } from './changes.ts'
import { MINIMA } from './other-changes.ts'
import { judgeSdk, type SdkVerdict } from './judge-sdk.ts'
import { EDGE } from './sdk-table.ts'
import type { Installation, UpgradeStep } from './upgrade-plan.ts'

interface UpgradeRange {
  installation: Installation
  from: string
  to: string
}

interface StepRule {
  when: (stretch: UpgradeRange & { isMajor: boolean; crosses: (changeId: string) => boolean }) => boolean
  step: (stretch: UpgradeRange) => UpgradeStep
}

/** A rule for SDKs that the table of SDKs does not know. */
const GENERAL_RULE =
  'The service aims to let client SDKs connect to a server one major version newer than the client.'

/** Steps to do before a version is started, in order. */
export const STEP_RULES: readonly StepRule[] = [
  {
    // an upgrade that starts elsewhere starts at the bridge version
    when: ({ installation, from }) => from !== installation.from,
    step: () => ({
      id: 'bridge',
      title: 'See that all instances run 5.6.11',
      why: 'While older ones run beside 5.7 or later the UI can be unavailable (SDKs are not concerned).',
      check: 'Every instance tells 5.6.11 in its window and at /api/admin/ui-config.',
      weight: 'required',
    }),
  },
  {
    when: ({ isMajor }) => isMajor,
    step: ({ to }) => ({
      id: 'backup',
      title: 'Take a full backup of the database',
      why: `${to} is another major version; the backup is the way back.`,
      check: 'Restore it into an empty database once, and count the flags.',
      weight: 'recommended',
    }),
  },
  {
    when: ({ installation, from, to }) => {
      const needed = minimumOf('postgres', from, to)
      return needed !== undefined && (installation.postgres ?? 0) < needed
    },
    step: ({ installation, from, to }) => ({
      id: 'postgres',
      title: `Upgrade PostgreSQL to ${minimumOf('postgres', from, to)} or later`,
      why: `${installation.postgres === undefined ? 'Which version runs is not known' : `PostgreSQL ${installation.postgres} runs`}; with one that is unsupported, ${to} may start with a warning.`,
      check: 'Run SELECT version().',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, from, to }) => {
      const needed = minimumOf('node', from, to)
      return installation.build === 'source' && needed !== undefined && (installation.node ?? 0) < needed
    },
    step: ({ from, to }) => ({
      id: 'runtime',
      title: `Install JavaScript runtime ${minimumOf('node', from, to)} or later`,
      why: 'Source and custom builds bring their own; the official image has it.',
      check: 'node --version in the place where the service runs.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, crosses }) => installation.build === 'source' && crosses('esm'),
    step: () => ({
      id: 'esm',
      title: 'Make the custom build an ECMAScript module',
      why: 'Version 7 has no CommonJS entry any more.',
      check: 'The build starts in a test environment.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, crosses }) =>
      installation.plan === 'enterprise' && !installation.hasLicenseKey && crosses('license-key'),
    step: () => ({
      id: 'license-key',
      title: 'Get a licence key and have it at hand',
      why: 'Self-hosted Enterprise wants a valid one from version 6.',
      check: 'The window of the instance shows the licence after the start.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, crosses }) => installation.sso === 'provider' && crosses('sso-authenticator-v5'),
    step: () => ({
      id: 'openid-connect',
      title: 'Sign in with OpenID Connect',
      why: 'The authenticator for a single identity provider is removed in version 5. Self-hosted instances can re-enable it for a time with an environment variable; hosted ones ask support.',
      check: 'Somebody who is no local user signs in, and has the groups that the provider tells.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, crosses }) =>
      installation.sso === 'custom hook' &&
      installation.plan === 'open source' &&
      crosses('custom-authentication-v6'),
    step: () => ({
      id: 'custom-authentication',
      title: 'Bring the libraries of the authentication hook yourself',
      why: 'The open-source image of version 6 has them no longer.',
      check: 'The image with the hook starts, and somebody signs in through it.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, crosses }) => installation.importsAtStart && crosses('import-at-start-v6'),
    step: () => ({
      id: 'import-at-start',
      title: 'Replace the import of a file at startup',
      why: 'Version 6 has it no longer: import and export environments through the API or the window.',
      check: 'A fresh instance has its flags without the option.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation: { edge }, crosses }) =>
      edge !== undefined && lt(edge, EDGE) && crosses('edge-19-1-3'),
    step: ({ installation }) => ({
      id: 'edge',
      title: `Upgrade the edge proxies to ${EDGE} or later`,
      why: `Version 6 has no /edge/metrics: with ${installation.edge} flags are evaluated, but their metrics are lost.`,
      check: 'The metrics of an application behind a proxy go on.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, to }) => lt(installation.from, '4.0.0') && gte(to, '5.0.0'),
    step: () => ({
      id: 'no-downtime',
      title: 'Plan the switch without downtime',
      why: 'An upgrade from version 3 to 5 needs no downtime: the old instance can serve until the new one does.',
      check: 'An application polls during the whole upgrade, and gets its flags each time.',
      weight: 'recommended',
    }),
  },
  {
    when: ({ crosses }) => crosses('configuration-v4'),
    step: () => ({
      id: 'configuration',
      title: 'Go through the configuration option by option',
      why: 'Options changed significantly in version 4; the command-line binary is gone.',
      check: 'The service starts, and its log has no word of an unknown option.',
      weight: 'required',
    }),
  },
  {
    when: ({ crosses }) => crosses('root-roles-v4'),
    step: () => ({
      id: 'root-roles',
      title: 'Give every user a root role',
      why: 'From version 4 each user is an Admin, an Editor or a Viewer, and is defined in the service with a unique id.',
      check: 'The list of users shows a role for each, and nobody is there twice.',
      weight: 'required',
    }),
  },
  {
    when: ({ crosses }) => crosses('extended-permissions-v4'),
    step: () => ({
      id: 'extended-permissions',
      title: 'Replace extendedPermissions by roles',
      why: 'Version 4 has no permissions of single users: custom authentication that sets extendedPermissions has no effect.',
      check:
        'The code of custom authentication does not name extendedPermissions, and its users can do their work.',
      weight: 'required',
    }),
  },
  {
    when: ({ crosses }) => crosses('client-tokens'),
    step: () => ({
      id: 'client-tokens',
      title: 'Give every client SDK an API token',
      why: 'Version 3 served SDKs without one; from version 4 they are refused.',
      check: 'Each application shows up under Applications after its restart.',
      weight: 'required',
    }),
  },
  {
    when: ({ crosses }) => crosses('database-password-v5'),
    step: () => ({
      id: 'database-password',
      title: 'Set the password of the database',
      why: "From version 5 the default is 'password': an installation that relied on the former default no longer connects. The default is for development and a first set-up only, never for production.",
      check: 'The option names a password of your own, and the service connects with it.',
      weight: 'required',
    }),
  },
  {
    when: ({ crosses }) => crosses('validation-record-v5'),
    step: () => ({
      id: 'validation-errors',
      title: 'Update clients that read validation errors',
      why: 'From version 5 they are id, name, message and details[{description, path}] instead of error and validation[...]. The status codes are unchanged.',
      check: 'A client that sends an invalid body to a version 5 shows the message of the new record.',
      weight: 'required',
    }),
  },
  {
    when: ({ installation, to }) => judgedSdks(installation, to, OLD).length > 0,
    step: ({ installation, to }) => {
      const old = judgedSdks(installation, to, OLD)
      return {
        id: 'sdks',
        title: `Upgrade ${old.map(({ sdk }) => sdk).join(', ')}`,
        why: `${old.map(({ sdk, reason }) => `${sdk}: ${reason}`).join(' ')} General rule: ${GENERAL_RULE}`,
        check: 'The Applications page shows the new versions.',
        weight: old.some(({ verdict }) => verdict === 'unsupported') ? 'required' : 'recommended',
      }
    },
  },
  {
    when: ({ installation, to, isMajor }) => isMajor && judgedSdks(installation, to, ['unknown']).length > 0,
    step: ({ installation, to }) => ({
      id: 'unknown-sdks',
      title: `Test ${judgedSdks(installation, to, ['unknown'])
        .map(({ sdk }) => sdk)
        .join(', ')} with ${to}`,
      why: `Halyard does not know whether they work with ${to}. General rule: ${GENERAL_RULE}`,
      check: 'In a test environment, the SDK gets its flags and its metrics arrive.',
      weight: 'recommended',
    }),
  },
  {
    when: ({ from, to }) => removalsBetween(from, to) > 0,
    step: ({ from, to }) => ({
      id: 'calls',
      title: `Find calls to removed endpoints: ${countOf(removalsBetween(from, to))}`,
      why: 'Scripts and integrations that use them get 404 or lack a property.',
      check: 'The list of changes between both versions, entry by entry, against your scripts.',
      weight: 'required',
    }),
  },
]

/** The highest minimum on the way, if there is one. */
function minimumOf(what: 'node' | 'postgres', from: string, to: string): number | undefined {
  const crossed = MINIMA.filter(({ version }) => lt(from, version) && !lt(to, version))
  return crossed.map((one) => one[what]).findLast((one) => one !== undefined)
}

const countOf = (removals: number): string =>
  removals === 1 ? 'one endpoint or property' : `${removals} endpoints and properties`

const removalsBetween = (from: string, to: string): number =>
  changesBetween(from, to).filter(({ kind }) => kind === 'endpoint removed' || kind === 'property removed')
    .length

const OLD: readonly SdkVerdict[] = ['outdated', 'unsupported']

const judgedSdks = ({ sdks }: Installation, to: string, verdicts: readonly SdkVerdict[]) =>
  sdks
    .map((sdk) => ({ sdk: `${sdk.name} ${sdk.version}`, ...judgeSdk(sdk, to) }))
    .filter(({ verdict }) => verdicts.includes(verdict))
