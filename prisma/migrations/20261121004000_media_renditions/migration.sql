-- Where the important part of a picture is, from 0 to 1 of its width and height; both or neither.
ALTER TABLE public.media ADD COLUMN focal_x double precision, ADD COLUMN focal_y double precision;

-- Imports name files by it.
CREATE INDEX "media_organization_id_filename_idx" ON public.media (organization_id, filename);
