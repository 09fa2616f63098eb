-- Which process has a delivery; it shows by a lock that it lives.
ALTER TABLE public.webhook_delivery ADD COLUMN worker integer;
