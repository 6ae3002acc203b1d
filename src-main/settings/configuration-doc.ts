import { SETTING_SECTIONS, type SettingSection } from '#shared/instance/rules/setting-sections.ts'
import { ALL_SETTINGS, type KeyedSetting } from './settings.ts'
import { optionOf } from './flags.ts'
import { namesOf } from '#shared/own-value.ts'

const BEGINNING = (section: string) => `<!-- settings: ${section} -->\n`
const END = '<!-- end -->\n'

/** Fills the tables of docs/configuration.md with the declared settings. Throws where a section has no place. */
export function fillConfigurationDoc(text: string): string {
  return namesOf(SETTING_SECTIONS).reduce((filled, section) => {
    const from = filled.indexOf(BEGINNING(section))
    const to = filled.indexOf(END, from)
    if (from < 0 || to < 0) throw new Error(`docs/configuration.md has no place for the section ${section}`)
    return filled.slice(0, from) + BEGINNING(section) + '\n' + tableOf(section) + '\n' + filled.slice(to)
  }, text)
}

function tableOf(section: SettingSection): string {
  const rows = ALL_SETTINGS.filter(({ node }) => node.section === section)
  const hasFlags = rows.some(({ node }) => node.flag)
  const names = ['Setting', ...(hasFlags ? ['Flag'] : []), 'Variable', 'Default']
  return [names, names.map(() => '---'), ...rows.map((row) => cellsOf(row, hasFlags))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('')
}

function cellsOf({ path, node }: KeyedSetting, hasFlags: boolean): string[] {
  const { flag, variables, default: usual, help } = node
  const option = flag ? `\`${optionOf(flag)}\`${flag.repeats ? ', repeatable' : ''}` : ''
  return [
    `\`${path.at(-1) ?? ''}\``,
    // a bar would end the cell
    ...(hasFlags ? [option.replaceAll('|', '\\|')] : []),
    variables.map((variable) => `\`${variable}\``).join(', '),
    help === '' ? usual : `${usual}. ${help}`,
  ]
}
