import { app, nativeImage, type NativeImage } from 'electron'

import type { ProfileColour } from '#shared/desktop/profiles.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { OpenWindow } from './desktop-options.ts'

/** The solid colours of profiles, as in ui/tokens.css: red, green, blue. */
const RGB: Record<ProfileColour, readonly [number, number, number]> = {
  blue: [0x3e, 0x63, 0xdd],
  green: [0x21, 0x83, 0x58],
  amber: [0xa3, 0x52, 0x00],
  red: [0xce, 0x2c, 0x31],
  violet: [0x65, 0x4d, 0xc4],
  slate: [0x60, 0x64, 0x6c],
}
const SIZE = 16

/**
 * Shows in the frame of a window, and where the system lists it, which of several profiles it is of, and that this one is
 * production.
 */
export function markWindow({ window, profileId, title }: OpenWindow, profiles: Profiles): void {
  if (window.isDestroyed() || !profiles.has(profileId)) return
  const { name, colour, safeMode } = profiles.find(profileId)
  const isProduction = safeMode === 'production'
  if (profiles.isSingle && !isProduction) return window.setTitle(title)
  // the page's own title ends with the name of the app
  window.setTitle(title.replace(/Halyard$/, () => `${name}${isProduction ? ' (production)' : ''} - Halyard`))
  if (process.platform === 'win32') window.setOverlayIcon(dotOf(colour), name)
  if (process.platform === 'darwin') app.dock?.setBadge(name.slice(0, 3))
}

function dotOf(colour: ProfileColour): NativeImage {
  const [red, green, blue] = RGB[colour]
  const pixels = Buffer.alloc(SIZE * SIZE * 4)
  for (let at = 0; at < SIZE * SIZE; at++) {
    const [x, y] = [(at % SIZE) - SIZE / 2 + 0.5, Math.floor(at / SIZE) - SIZE / 2 + 0.5]
    // bitmaps are in the order blue, green, red, alpha
    if (x * x + y * y < (SIZE / 2) ** 2) pixels.set([blue, green, red, 255], at * 4)
  }
  return nativeImage.createFromBitmap(pixels, { width: SIZE, height: SIZE })
}
