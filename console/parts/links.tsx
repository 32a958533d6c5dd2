import { Anchor, Button, NavLink } from '@mantine/core';
import type { AnchorProps, ButtonProps, NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type OfLink<Props> = Props & Omit<ComponentPropsWithRef<'a'>, keyof Props>;

/** A link within the console, in running text. */
export const TextLink = createLink((props: OfLink<AnchorProps>) => <Anchor underline="always" {...props} />);

/** A link within the console that looks like a button. */
export const ButtonLink = createLink((props: OfLink<ButtonProps>) => <Button component="a" {...props} />);

/** An entry of the navigation. */
export const NavigationLink = createLink((props: OfLink<NavLinkProps>) => <NavLink component="a" {...props} />);
