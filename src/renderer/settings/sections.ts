/**
 * The sections of the settings, in the order of their list. A folder above this one adds its own before the window is
 * drawn (in App.tsx):
 *
 *   addSettingsSection({ id: 'keyboard', name: () => words().keyboard, icon: 'sliders', Content: KeyboardSettings })
 *
 * and `openSettings('keyboard')` leads to it. `name` is asked at each drawing, so that it speaks the language of now.
 */
import type { ComponentType } from 'react'
import { create } from 'zustand'
import { openDialog, type IconName } from '../ui'
import { AgentSettings } from './AgentSettings'
import { GeneralSettings } from './GeneralSettings'
import { ModelSettings } from './ModelSettings'
import { words } from './words'

export interface SettingsSection {
  readonly id: string
  name(): string
  readonly icon: IconName
  /** Mounted only while it is shown. */
  readonly Content: ComponentType
}

interface Sections {
  readonly sections: readonly SettingsSection[]
  /** The one that is shown, or was last. */
  readonly shown: string
}

export const useSettingsSections = create<Sections>(() => ({
  sections: [
    { id: 'general', name: () => words().general, icon: 'sliders', Content: GeneralSettings },
    { id: 'models', name: () => words().models, icon: 'key', Content: ModelSettings },
    { id: 'agents', name: () => words().agents, icon: 'agent', Content: AgentSettings }
  ],
  shown: 'general'
}))

/** Adds a section at the end, or takes the place of the one with its id. */
export function addSettingsSection(section: SettingsSection): void {
  useSettingsSections.setState(({ sections }) => {
    const at = sections.findIndex(({ id }) => id === section.id)
    return { sections: at < 0 ? [...sections, section] : sections.with(at, section) }
  })
}

export function showSettingsSection(id: string): void {
  useSettingsSections.setState({ shown: id })
}

/** Opens the settings, at a section where one is named. */
export function openSettings(id?: string): void {
  if (id !== undefined) showSettingsSection(id)
  openDialog('settings')
}
