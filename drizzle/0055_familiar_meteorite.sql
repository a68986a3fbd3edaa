ALTER TABLE "projects" ADD COLUMN "facts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "results" jsonb DEFAULT '[]'::jsonb NOT NULL;