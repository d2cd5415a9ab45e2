import type { Quest, QuestEvent } from '@furrow/sdk'
import type { ReactNode } from 'react'

/** An event, its quest, and how often it happened. */
export type Told = { readonly event: QuestEvent; readonly quest: Quest; readonly times?: number | undefined }

export type Sentence = (told: Told) => ReactNode
