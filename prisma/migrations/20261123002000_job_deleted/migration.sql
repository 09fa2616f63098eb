-- Objects that a job has deleted: rows of an import with `_delete`, products of a bulk edit.
ALTER TABLE public.job ADD COLUMN deleted integer NOT NULL DEFAULT 0;
