import type { ProjectOverview } from '#shared/projects/schemas/project.ts'

/** Link that new flags get, as edited. */
export interface LinkRow {
  /** Empty: the address is shown. */
  title: string
  address: string
}

/** Settings of a project as edited. */
export interface SettingsForm {
  pattern: string
  example: string
  explanation: string
  /** Empty: no limit. */
  limit: string
  links: LinkRow[]
}

/** Properties of a project that are edited as settings. */
export type ProjectSettings = Pick<ProjectOverview, 'featureNaming' | 'featureLimit' | 'linkTemplates'>

export function toForm({ featureNaming, featureLimit, linkTemplates }: ProjectSettings): SettingsForm {
  return {
    pattern: featureNaming.pattern ?? '',
    example: featureNaming.example ?? '',
    explanation: featureNaming.description ?? '',
    limit: featureLimit == null ? '' : String(featureLimit),
    links: linkTemplates.map(({ title, urlTemplate }) => ({ title: title ?? '', address: urlTemplate })),
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
      .filter((row) => !isEmpty(row))
      .map(({ title, address }) => ({ title: title.trim() || null, urlTemplate: address.trim() })),
  }
}

export const emptyLink = (): LinkRow => ({ title: '', address: '' })

const isEmpty = ({ title, address }: LinkRow) => title.trim() === '' && address.trim() === ''

/** Finds the first link that cannot be saved. Rows that are all empty are left out. */
export function linksProblem(rows: readonly LinkRow[]): string | undefined {
  const at = rows.findIndex((row) => row.title.trim() !== '' && row.address.trim() === '')
  return at === -1 ? undefined : `Link ${at + 1} needs an address.`
}

/** Reads links from lines such as `title: address`, or the address alone. */
export const readLinks = (text: string): LinkRow[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLink)

/** Splits a line into title and URL: the title ends where a URL with a scheme begins. */
function readLink(line: string): LinkRow {
  const [, title, address] = /^(.*?):\s+(\S+)$/.exec(line) ?? []
  return title === undefined || address === undefined
    ? { title: '', address: line }
    : { title: title.trim(), address }
}
