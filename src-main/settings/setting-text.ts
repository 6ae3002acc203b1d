import type { SettingNode } from './setting-node.ts'

/** Value of a setting as people read and enter it. Null: none. */
export function textOfSetting(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(textOfItem).join(', ')
  return textOfItem(value)
}

function textOfItem(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'port' in value && 'contract' in value)
    return `${String(value.port)}=${String(value.contract)}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Value for the settings file, of the text that was entered. */
export const toStored = ({ input }: SettingNode, text: string): string | number =>
  input?.kind === 'number' ? Number(text) : text.trim()
