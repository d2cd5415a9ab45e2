import { t } from '@lingui/core/macro'
import { createContext } from 'react'

/** The faults of a form's controls that its reader was told of, by their ids; '' of controls without a field. */
export const Faults = createContext<ReadonlyMap<string, string>>(new Map())

export type Checked = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fault of a control in a sentence; its own where it has one in `data-missing`. */
export function faultOf(
  control: Pick<Checked, 'dataset' | 'title' | 'type' | 'validationMessage' | 'validity'>,
): string {
  const { dataset, title, type, validity, validationMessage } = control
  if (validity.valueMissing)
    return dataset.missing ?? (type === 'checkbox' ? t`Tick the box to go on.` : t`Fill this in.`)
  if (validity.typeMismatch && type === 'url') return t`Write a whole address, such as https://example.org.`
  if (validity.typeMismatch && type === 'email') return t`Write an e-mail address.`
  if (validity.patternMismatch) return title || t`This does not have the right form.`
  return validationMessage
}
