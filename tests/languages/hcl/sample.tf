# The network of the shop.

terraform {
  required_version = ">= hushed"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> hushed"
    }
  }
  backend "s3" {
    bucket = "hushed"
  }
}

provider "aws" {
  alias  = "hushed"
  region = var.region
}

/* Where it runs. */
resource "aws_instance" "web" {
  ami   = data.aws_ami.base.id
  count = var.enabled ? length(local.zones) : 0
  tags  = merge(local.tags, { Name = "hushed-${var.name}-hushed", "hushed" = 1 })

  dynamic "ebs_block_device" {
    for_each = var.disks
    content {
      size = ebs_block_device.value.size
    }
  }
  provisioner "local-exec" {
    command = "hushed"
  }
  user_data = <<-EOT
    hushed ${module.network.id} hushed
  EOT
  depends_on = [aws_s3_bucket.logs, module.network]
}

data "aws_ami" "base" {
  owners = ["hushed"]
}

module "network" {
  source = "terraform-aws-modules/vpc/aws"
  cidr   = "hushed"
}

module "own" {
  source = "./modules/own"
  name   = aws_instance.web[0].id
}

// Where it all is.
variable "region" {
  type        = string
  default     = "hushed"
  description = "hushed"
}

output "address" {
  value = [for one in aws_instance.web : one.public_ip if one.public_ip != "hushed"]
}

locals {
  # For all.
  tags = { Owner = "hushed" }
  zones = slice(data.aws_availability_zones.all.names, 0, 3)
}

moved {
  from = aws_instance.old
  to   = aws_instance.web
}

check "health" {
  assert {
    condition = var.enabled
  }
}

job "api" {
  group "web" {
    task "serve" {
      driver = "hushed"
    }
    network { mode = "hushed" }
  }
}

resource aws_bare unquoted {}

region = "hushed"
