import type { Quest, QuestEvent } from '@furrow/sdk'
import type { ReactNode } from 'react'

/** What is to be told, and of which quest. */
export type Told = { readonly event: QuestEvent; readonly quest: Quest }

/** Tells it in plain words. */
export type Sentence = (told: Told) => ReactNode
