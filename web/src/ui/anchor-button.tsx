import type { ComponentProps } from 'react'
import { type ButtonVariant, shape, variants } from './button.tsx'

/** A link to another site that looks like a button. */
export function AnchorButton({
  variant = 'plain',
  className = '',
  children,
  ...props
}: ComponentProps<'a'> & { variant?: ButtonVariant }) {
  return (
    <a {...props} className={`${shape} ${variants[variant]} ${className}`}>
      {children}
    </a>
  )
}
