import { Ban, CircleCheck, CircleX, Clock, CloudCheck, CloudUpload, LoaderCircle } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { AssignmentStatus } from '../../domain/assignment';

/** The icon of each status. Its colour is in tokens.ts, its word in texts/states.ts. */
export const statusIcons: Readonly<Record<AssignmentStatus, LucideIcon>> = {
  pending: Clock,
  uploading: CloudUpload,
  uploaded: CloudCheck,
  processing: LoaderCircle,
  published: CircleCheck,
  failed: CircleX,
  cancelled: Ban,
};
