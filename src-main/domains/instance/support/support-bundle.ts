import { homedir } from 'node:os'

import type { SupportBundle } from '#shared/instance/schemas/support-bundle.ts'
import { maskJson, maskText } from '#kernel/mask-secrets.ts'

/** Service that knows the process, its data folder and its state. */
export interface SupportServices {
  /** Reads the facts for a bug report. Their secrets are masked later. */
  supportFacts: () => Promise<Omit<SupportBundle, 'madeAt'>>
}

/** Masks the secrets of a bundle, and the name of the person in paths. */
export function withoutSecrets(bundle: SupportBundle, home = homedir()): SupportBundle {
  const mask = (text: string) => maskText(home.length > 1 ? text.replaceAll(home, '~') : text)
  const maskOr = (text: string | null) => (text === null ? null : mask(text))
  const { instance } = bundle
  return {
    ...bundle,
    instance: {
      ...instance,
      url: maskOr(instance.url),
      database: mask(instance.database),
      failure: maskOr(instance.failure),
      ready: maskOr(instance.ready),
      work: instance.work.map(mask),
    },
    files: bundle.files.map((one) => ({ ...one, name: mask(one.name) })),
    settings: bundle.settings.map((one) => ({ ...one, value: maskOr(one.value) })),
    settingsProblem: maskOr(bundle.settingsProblem),
    doctor: bundle.doctor.map(mask),
    log: bundle.log.map((line) => mask(maskLine(line))),
  }
}

/** Masks a line of the log: fields by their names, too. */
function maskLine(line: string): string {
  try {
    return JSON.stringify(maskJson(JSON.parse(line)))
  } catch {
    // fields that cannot be told apart cannot be masked
    return 'a line that is not JSON, left out'
  }
}
