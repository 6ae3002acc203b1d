import type { ProjectOverview } from '../../../../src-shared/projects/schemas/project.ts'

/** Settings of a project as edited. */
export interface SettingsForm {
  pattern: string
  example: string
  explanation: string
  /** Empty: no limit. */
  limit: string
  /** One link a line: `title: address` or the address alone. */
  links: string
}

/** Properties of a project that are edited as settings. */
export type ProjectSettings = Pick<ProjectOverview, 'featureNaming' | 'featureLimit' | 'linkTemplates'>

export function toForm({ featureNaming, featureLimit, linkTemplates }: ProjectSettings): SettingsForm {
  return {
    pattern: featureNaming.pattern ?? '',
    example: featureNaming.example ?? '',
    explanation: featureNaming.description ?? '',
    limit: featureLimit === null ? '' : String(featureLimit),
    links: linkTemplates
      .map(({ title, urlTemplate }) => (title ? `${title}: ${urlTemplate}` : urlTemplate))
      .join('\n'),
  }
}

export function toBody(form: SettingsForm) {
  return {
    featureNaming: {
      pattern: form.pattern.trim() || null,
      example: form.example.trim() || null,
      description: form.explanation.trim() || null,
    },
    featureLimit: form.limit.trim() === '' ? null : Number(form.limit),
    linkTemplates: form.links
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map(toTemplate),
  }
}

/** Splits a line into title and URL: the title ends where a URL with a scheme begins. */
function toTemplate(line: string): { title: string | null; urlTemplate: string } {
  const [, title, urlTemplate] = /^(.*?):\s+(\S+)$/.exec(line) ?? []
  return title === undefined || urlTemplate === undefined
    ? { title: null, urlTemplate: line }
    : { title: title.trim() || null, urlTemplate }
}
