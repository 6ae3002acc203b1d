import Cloud from '@lucide/svelte/icons/cloud'
import Flag from '@lucide/svelte/icons/flag'
import FlaskConical from '@lucide/svelte/icons/flask-conical'
import Laptop from '@lucide/svelte/icons/laptop'
import Rocket from '@lucide/svelte/icons/rocket'
import Server from '@lucide/svelte/icons/server'
import type { Component } from 'svelte'

import type { ProfileColour, ProfileIcon } from '#shared/desktop/profiles.ts'

export const PROFILE_ICON_IMAGES: Record<
  ProfileIcon,
  Component<{ size?: number; 'aria-hidden'?: 'true' }>
> = {
  flag: Flag,
  laptop: Laptop,
  server: Server,
  cloud: Cloud,
  flask: FlaskConical,
  rocket: Rocket,
}

export const ICON_LABELS: Record<ProfileIcon, string> = {
  flag: 'Flag',
  laptop: 'Laptop',
  server: 'Server',
  cloud: 'Cloud',
  flask: 'Flask',
  rocket: 'Rocket',
}

export const COLOUR_LABELS: Record<ProfileColour, string> = {
  blue: 'Blue',
  green: 'Green',
  amber: 'Amber',
  red: 'Red',
  violet: 'Violet',
  slate: 'Slate',
}
