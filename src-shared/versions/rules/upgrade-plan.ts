/** Installation, as far as an upgrade depends on it. */
export interface Installation {
  /** Whole versions, such as `5.6.11`. */
  from: string
  to: string
  build: 'container' | 'source'
  instances: 'one' | 'several'
  plan: 'open source' | 'enterprise'
  hasLicenseKey: boolean
  /** Major version of PostgreSQL; undefined: not known. */
  postgres?: number | undefined
  /** Major version of the JavaScript runtime, for builds from source. */
  node?: number | undefined
  /** Version of the edge proxies; undefined: there are none. */
  edge?: string | undefined
  /** `provider`: the authenticator made for a single identity provider. */
  sso: 'none' | 'openid-connect' | 'saml' | 'provider' | 'custom hook'
  importsAtStart: boolean
  sdks: readonly { name: string; version: string }[]
}

export interface UpgradeStep {
  /** Stable id. The tests and the checklist use it. */
  id: string
  title: string
  why: string
  /** Check that shows that the step is done. */
  check: string
  /** Weight of the step: the document demands it, or advises it. */
  weight: 'required' | 'recommended'
}

/** Version to stop at, with the steps before it is started. */
export interface UpgradeStage {
  version: string
  steps: readonly UpgradeStep[]
}

export interface UpgradePlan {
  stages: readonly UpgradeStage[]
  /** Reason why there is no plan. */
  refusal?: string
}

/** A plan as a checklist that can be ticked off in any tracker. */
export function planAsMarkdown({ from, to }: Installation, { stages, refusal }: UpgradePlan): string {
  const lines = [`# Upgrade from ${from} to ${to}`, '']
  if (refusal !== undefined) return [...lines, refusal, ''].join('\n')
  for (const { version, steps } of stages) {
    lines.push(`## Before ${version}`, '')
    for (const { title, why, check, weight } of steps)
      lines.push(
        `- [ ] **${title}**${weight === 'recommended' ? ' (recommended)' : ''}`,
        `  - Why: ${why}`,
        `  - Check: ${check}`,
      )
    lines.push(`- [ ] **Start ${version}**`, '')
  }
  return lines.join('\n')
}
